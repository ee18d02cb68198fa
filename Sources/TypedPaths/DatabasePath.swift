/// Another name for ``Path``, for files that import SwiftUI too, which has a `Path` of its own.
public typealias DatabasePath = Path
