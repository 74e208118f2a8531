// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif
internal import CSealedPushCurl

/// The C functions by which libcurl reaches a `Transfer`.
enum TransferCallbacks {
    /// - Parameter context: the transfer, unretained: the handle dies with it.
    static func install(on handle: UnsafeMutableRawPointer, context: UnsafeMutableRawPointer) {
        for option in [CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_PREREQDATA, CURLOPT_OPENSOCKETDATA] {
            _ = unsafe sealedpush_curl_easy_setopt_pointer(handle, option, context)
        }
        _ = unsafe sealedpush_curl_easy_setopt_write(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            unsafe TransferCallbacks.transfer(context)?.receive(
                UnsafeRawBufferPointer(start: bytes, count: size * count)
            )
            return size * count
        }
        _ = unsafe sealedpush_curl_easy_setopt_write(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            unsafe TransferCallbacks.transfer(context)?.receiveHeader(
                UnsafeRawBufferPointer(start: bytes, count: size * count)
            )
            return size * count
        }
        _ = unsafe sealedpush_curl_easy_setopt_prereq(handle, CURLOPT_PREREQFUNCTION) { context, _, _, _, _ in
            unsafe TransferCallbacks.transfer(context)?.willSend() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        _ = unsafe sealedpush_curl_easy_setopt_opensocket(handle, CURLOPT_OPENSOCKETFUNCTION) { context, _, address in
            guard unsafe TransferCallbacks.transfer(context)?.mayConnect == true, let address = unsafe address?.pointee
            else {
                return CURL_SOCKET_BAD
            }
            return socket(address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
        }
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        unsafe context.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }
}
