// SPDX-License-Identifier: Apache-2.0
//
// sd-bus, the D-Bus client of libsystemd: what has been in it since systemd 229. Swift imports every function this project
// calls as it stands; those with variable arguments are not needed.

#ifndef SEALEDPUSH_DBUS_SHIM_H
#define SEALEDPUSH_DBUS_SHIM_H

#include <systemd/sd-bus.h>

#endif
