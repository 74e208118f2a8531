// SPDX-License-Identifier: Apache-2.0

/// Which uniform type identifiers are images that desktops show.
enum ImageType {
    private static let identifiers: Set = [
        "public.image", "public.png", "public.jpeg", "public.jpeg-2000", "com.compuserve.gif", "public.tiff",
        "com.microsoft.bmp", "org.webmproject.webp", "public.webp", "public.heic", "public.heif", "public.avif",
        "public.svg-image",
    ]

    static func isImage(_ type: String) -> Bool { identifiers.contains(type) }
}
