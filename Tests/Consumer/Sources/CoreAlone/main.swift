// SPDX-License-Identifier: Apache-2.0

import SealedPushCore

print(try DeviceKey.Secret().publicKey.description.count)
