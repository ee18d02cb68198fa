/// Types that a generated type of the same name would hide or break.
package enum StandardTypes {
    /// Whether a name is reserved, or that of a type of Swift's, of the runtime's or of Apple's frameworks.
    /// A type that would derive it gets `Node` after it.
    package static func takes(_ name: String) -> Bool {
        areNeededByGeneratedCode(name) || hides(name) || hidesRuntime(name)
            || PlatformTypes.module(of: name) != nil || Identifier.declaredType(name) != name
    }

    /// Whether a top-level type of this name would hide one that every Swift file sees: an
    /// `enum Error {}` makes `Error` unavailable to all code of its module.
    static func hides(_ name: String) -> Bool {
        standard.contains(name)
    }

    /// Whether a name is that of a protocol, which has no values of its own.
    static func isProtocol(_ name: String) -> Bool {
        protocols.contains(name)
    }

    /// Whether a type of this name would hide one of the runtime's that apps refer to.
    static func hidesRuntime(_ name: String) -> Bool {
        runtime.contains(name)
    }

    /// Whether the generated code itself uses this name with another meaning.
    static func areNeededByGeneratedCode(_ name: String) -> Bool {
        needed.contains(name)
    }

    /// `Element` and `Collection` are the path's own inside its extensions: `Element == Element`
    /// would be true of every path, and `Element == Collection` of none.
    static let needed = Set(
        words: """
            Collection Element Path PathKey PathRoot Root String TypedDatabaseFirestore TypedPaths
            """
    )

    /// The other public names of the runtime.
    static let runtime = Set(
        words: "CollectionPath DatabasePath InvalidPathKey PathLocation PathProtocol StoredTime"
    )

    /// The protocols among ``standard``, and compositions of them.
    static let protocols = Set(
        words: """
            Actor AdditiveArithmetic AnyObject AsyncIteratorProtocol AsyncSequence
            BidirectionalCollection BinaryFloatingPoint BinaryInteger BitwiseCopyable CVarArg
            CaseIterable Clock Codable CodingKey CodingKeyRepresentable Comparable Copyable
            CustomDebugStringConvertible CustomReflectable CustomStringConvertible Decodable Decoder
            DurationProtocol Encodable Encoder Equatable Error Escapable Executor
            FixedWidthInteger FloatingPoint GlobalActor Hashable Identifiable InstantProtocol
            IteratorProtocol LosslessStringConvertible MirrorPath MutableCollection Numeric OptionSet
            RandomAccessCollection RandomNumberGenerator RangeExpression RangeReplaceableCollection
            RawRepresentable RegexComponent SIMD SIMDScalar Sendable SendableMetatype Sequence
            SerialExecutor SetAlgebra SignedInteger SignedNumeric Strideable StringProtocol
            TaskExecutor TextOutputStream TextOutputStreamable UnicodeCodec UnsignedInteger
            """
    )

    /// The protocols and the other public top-level types of the implicitly imported modules Swift,
    /// _Concurrency and _StringProcessing of Swift 6.3, as `swift symbolgraph-extract` lists
    /// them. Deprecated and unavailable ones are left out, as are unsafe pointers, which no
    /// database key is named after. `Swift` is the module itself.
    static let standard = protocols.union(
        """
            AnyBidirectionalCollection AnyClass AnyCollection AnyHashable AnyIndex AnyIterator
            AnyKeyPath AnyRandomAccessCollection AnyRegexOutput AnySequence Array ArraySlice
            AsyncCompactMapSequence AsyncDropFirstSequence AsyncDropWhileSequence
            AsyncFilterSequence AsyncFlatMapSequence AsyncMapSequence AsyncPrefixSequence
            AsyncPrefixWhileSequence AsyncStream AsyncThrowingCompactMapSequence
            AsyncThrowingDropWhileSequence AsyncThrowingFilterSequence AsyncThrowingFlatMapSequence
            AsyncThrowingMapSequence AsyncThrowingPrefixWhileSequence AsyncThrowingStream Bool
            BooleanLiteralType CBool CChar CChar16 CChar32 CChar8 CDouble CFloat CFloat16 CInt CLong
            CLongDouble CLongLong CShort CSignedChar CUnsignedChar CUnsignedInt CUnsignedLong
            CUnsignedLongLong CUnsignedShort CVaListPointer CWideChar CancellationError Character
            CheckedContinuation ClosedRange CodingUserInfoKey Collection CollectionDifference
            CollectionOfOne CommandLine ContiguousArray ContinuousClock CountableClosedRange
            CountablePartialRangeFrom CountableRange CustomConsumingRegexComponent
            CustomLeafReflectable CustomPlaygroundDisplayConvertible DecodingError DefaultIndices
            DefaultStringInterpolation Dictionary DictionaryIndex DictionaryIterator
            DiscardingTaskGroup DiscontiguousSlice Double DropFirstSequence DropWhileSequence
            Duration EmptyCollection EncodingError EnumeratedSequence ExecutorJob
            ExpressibleByArrayLiteral ExpressibleByBooleanLiteral ExpressibleByDictionaryLiteral
            ExpressibleByExtendedGraphemeClusterLiteral ExpressibleByFloatLiteral
            ExpressibleByIntegerLiteral ExpressibleByNilLiteral ExpressibleByStringInterpolation
            ExpressibleByStringLiteral ExpressibleByUnicodeScalarLiteral ExtendedGraphemeClusterType
            FlattenCollection FlattenSequence Float Float16 Float32 Float64 Float80 FloatLiteralType
            FloatingPointClassification FloatingPointRoundingRule FloatingPointSign Hasher
            IndexingIterator InlineArray Int Int128 Int16 Int32 Int64 Int8 IntegerLiteralType
            IteratorSequence JobPriority JoinedSequence KeyPath KeyValuePairs KeyedDecodingContainer
            KeyedDecodingContainerProtocol KeyedEncodingContainer KeyedEncodingContainerProtocol
            LazyCollection LazyCollectionProtocol LazyDropWhileCollection LazyDropWhileSequence
            LazyFilterCollection LazyFilterSequence LazyMapCollection LazyMapSequence
            LazyPrefixWhileCollection LazyPrefixWhileSequence LazySequence LazySequenceProtocol
            MainActor ManagedBuffer ManagedBufferPointer MemoryLayout Mirror MutableRawSpan
            MutableSpan Never ObjectIdentifier OpaquePointer Optional OutputRawSpan OutputSpan
            PartialKeyPath PartialRangeFrom PartialRangeThrough PartialRangeUpTo PrefixSequence
            Range RangeSet RawSpan ReferenceWritableKeyPath Regex RegexRepetitionBehavior
            RegexSemanticLevel RegexWordBoundaryKind Repeated Result ReversedCollection SIMD16 SIMD2
            SIMD3 SIMD32 SIMD4 SIMD64 SIMD8 SIMDMask SIMDStorage Set SetIndex SetIterator
            SingleValueDecodingContainer SingleValueEncodingContainer Slice Span StaticBigInt
            StaticString StrideThrough StrideThroughIterator StrideTo StrideToIterator String
            StringInterpolationProtocol StringLiteralType Substring SuspendingClock Swift
            SystemRandomNumberGenerator Task TaskGroup TaskLocal TaskPriority
            ThrowingDiscardingTaskGroup ThrowingTaskGroup UInt UInt128 UInt16 UInt32 UInt64 UInt8
            UTF16 UTF32 UTF8 UTF8Span UnboundedRange UnboundedRange_ UnfoldFirstSequence
            UnfoldSequence Unicode UnicodeDecodingResult UnicodeScalar UnicodeScalarType
            UnkeyedDecodingContainer UnkeyedEncodingContainer Unmanaged UnownedJob
            UnownedSerialExecutor UnownedTaskExecutor Void WritableKeyPath Zip2Sequence
        """.words)
}
