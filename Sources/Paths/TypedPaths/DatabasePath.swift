/// Another name for ``Path``, for files that also import SwiftUI, which has a `Path` of its own.
public typealias DatabasePath = Path
