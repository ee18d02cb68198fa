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

// MARK: - Apple's platforms

/// The types of Foundation on all systems, and of the Apple frameworks that apps import nearly
/// everywhere.
///
/// An app's type with such a name hides the framework's type in its whole module: with an
/// `enum Notification {}`, `extension Notification.Name` no longer compiles.
///
/// The lists contain public top-level types with names of one or two words, as keys have, and the
/// modules' own names, which macro expansions use: `Observation.Observable`. Names that begin with
/// `NS` and `UI`, so all of AppKit and UIKit, don't occur as keys. `Settings` is left out: SwiftUI
/// declares it on macOS only, and most databases have settings.
enum PlatformTypes {
    /// Returns the module that declares a type of this name.
    static func module(of name: String) -> String? {
        if contains(foundation, name) { return "Foundation" }
        if contains(swiftUI, name) { return "SwiftUI" }
        if contains(combine, name) { return "Combine" }
        return contains(observation, name) ? "Observation" : nil
    }

    /// Whether a sorted list contains a name. Building a `Set` of this size would take longer than
    /// compiling most schemas.
    private static func contains(_ names: [String], _ name: String) -> Bool {
        var range = 0..<names.count
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            if names[middle] == name { return true }
            range = names[middle] < name ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return false
    }
}

// MARK: - Names, sorted by their bytes

extension PlatformTypes {
    static let foundation = [
        "AffineTransform", "AttributeContainer", "AttributeScope", "AttributeScopes",
        "AttributedString", "AttributedSubstring", "BlockOperation", "Bundle", "CGFloat", "CGPoint",
        "CGRect", "CGSize", "CGVector", "Calendar", "CharacterSet", "CocoaError", "Comparator",
        "ComparisonResult", "ContiguousBytes", "Data", "DataProtocol", "Date", "DateComponents",
        "DateFormatter", "DateInterval", "Decimal", "Dimension", "DispatchGroup", "DispatchQueue",
        "EnergyFormatter", "Expression", "FileHandle", "FileManager", "FileWrapper", "FormatStyle",
        "Formatter", "Foundation", "HTTPCookie", "HTTPURLResponse", "Host", "IndexPath", "IndexSet",
        "InflectionConcept", "InflectionRule", "InputStream", "JSONDecoder", "JSONEncoder",
        "JSONSerialization", "LengthFormatter", "ListFormatter", "Locale", "LocalizedError",
        "MassFormatter", "Measurement", "MeasurementFormatter", "MessagePort", "Morphology",
        "NetService", "Notification", "NotificationCenter", "NotificationQueue", "NumberFormatter",
        "Operation", "OperationQueue", "OutputStream", "POSIXError", "ParseStrategy", "Pipe",
        "Port", "PortDelegate", "PortMessage", "Predicate", "PredicateBindings", "PredicateError",
        "PredicateExpression", "PredicateExpressions", "Process", "ProcessInfo", "Progress",
        "ProgressKind", "ProgressReporting", "RecoverableError", "ReferenceConvertible", "RunLoop",
        "Scanner", "Selector", "SocketPort", "SortComparator", "SortDescriptor", "SortOrder",
        "Stream", "StreamDelegate", "StringStyle", "StringTransform", "Thread", "TimeInterval",
        "TimeZone", "Timer", "URL", "URLCache", "URLComponents", "URLCredential", "URLError",
        "URLProtocol", "URLRequest", "URLResponse", "URLSession", "UUID", "UndoManager", "Unit",
        "UnitAcceleration", "UnitAngle", "UnitArea", "UnitConverter", "UnitDispersion",
        "UnitDuration", "UnitEnergy", "UnitFrequency", "UnitIlluminance", "UnitLength", "UnitMass",
        "UnitPower", "UnitPressure", "UnitSpeed", "UnitTemperature", "UnitVolume", "UserDefaults",
        "ValueTransformer", "XMLDTD", "XMLDocument", "XMLElement", "XMLNode", "XMLParser",
    ]

    static let swiftUI = [
        "AccessibilityTechnologies", "AccessibilityTraits", "ActionSheet", "Alert", "Alignment",
        "AlignmentID", "Anchor", "Angle", "AngularGradient", "Animatable", "AnimatableModifier",
        "AnimatablePair", "AnimatableValues", "Animation", "AnimationContext", "AnyGesture",
        "AnyGradient", "AnyLayout", "AnyShape", "AnyTransition", "AnyView", "App", "AppStorage",
        "AsyncImage", "Axis", "BackgroundStyle", "BackgroundTask", "BadgeProminence", "Bindable",
        "Binding", "BlendMode", "Button", "ButtonRole", "ButtonStyle", "Canvas", "Capsule",
        "Circle", "Color", "ColorPicker", "ColorScheme", "CommandGroup", "CommandMenu", "Commands",
        "ConcentricRectangle", "ContainerValues", "ContentMode", "ContentTransition", "ContextMenu",
        "ControlGroup", "ControlSize", "CoordinateSpace", "CubicKeyframe", "CustomAnimation",
        "DatePicker", "DisclosureGroup", "DismissAction", "Divider", "DocumentConfiguration",
        "DocumentGroup", "DragConfiguration", "DragGesture", "DropConfiguration", "DropDelegate",
        "DropInfo", "DropOperation", "DropProposal", "DropSession", "DynamicProperty", "Edge",
        "EdgeInsets", "EditActions", "EditButton", "EditMode", "Ellipse", "EllipticalGradient",
        "EmptyCommands", "EmptyModifier", "EmptyView", "Environment", "EnvironmentKey",
        "EnvironmentObject", "EnvironmentValues", "EnvironmentalModifier", "EquatableView",
        "EventModifiers", "ExclusiveGesture", "FetchRequest", "FetchedResults", "FileDocument",
        "FillStyle", "FocusInteractions", "FocusState", "FocusedBinding", "FocusedObject",
        "FocusedValue", "FocusedValues", "Font", "ForEach", "ForegroundStyle", "Form", "FormStyle",
        "Gauge", "GaugeStyle", "GeometryEffect", "GeometryProxy", "GeometryReader", "Gesture",
        "GestureMask", "GestureState", "Glass", "Gradient", "GraphicsContext", "Grid", "GridItem",
        "GridRow", "Group", "GroupBox", "HStack", "HelpLink", "HorizontalAlignment",
        "HorizontalEdge", "HoverEffect", "HoverPhase", "Image", "ImagePaint", "ImageRenderer",
        "ImmersionStyle", "ImmersiveSpace", "InsettableShape", "InterfaceOrientation",
        "KeyEquivalent", "KeyPress", "KeyboardShortcut", "KeyframeAnimator", "KeyframeTimeline",
        "KeyframeTrack", "Keyframes", "KeyframesBuilder", "Label", "LabelStyle", "LabeledContent",
        "Layout", "LayoutDirection", "LayoutProperties", "LayoutSubview", "LayoutSubviews",
        "LegibilityWeight", "LinearGradient", "LinearKeyframe", "Link", "List", "ListStyle",
        "MagnificationGesture", "MagnifyGesture", "Material", "Menu", "MenuButton", "MenuOrder",
        "MenuStyle", "MeshGradient", "ModifiedContent", "MoveKeyframe", "MoveTransition",
        "Namespace", "NavigationLink", "NavigationPath", "NavigationStack", "NavigationTransition",
        "NavigationView", "ObservedObject", "OffsetShape", "OffsetTransition", "OpacityTransition",
        "OutlineGroup", "PasteButton", "PhaseAnimator", "Picker", "PickerStyle", "PreferenceKey",
        "PresentationAdaptation", "PresentationDetent", "PresentationMode", "PresentationSizing",
        "Preview", "PreviewContext", "PreviewDevice", "PreviewLayout", "PreviewModifier",
        "PreviewPlatform", "PreviewProvider", "ProgressView", "ProjectionTransform",
        "PushTransition", "RadialGradient", "Rectangle", "RedactionReasons", "RefreshAction",
        "RenameAction", "RenameButton", "RotateGesture", "RotatedShape", "RotationGesture",
        "RoundedRectangle", "ScaleTransition", "ScaledMetric", "ScaledShape", "Scene",
        "SceneBuilder", "ScenePhase", "SceneStorage", "ScrollGeometry", "ScrollPhase",
        "ScrollPosition", "ScrollTarget", "ScrollView", "Section", "SectionConfiguration",
        "SecureField", "SensoryFeedback", "SequenceGesture", "SettingsLink", "Shader",
        "ShaderFunction", "ShaderLibrary", "ShadowStyle", "Shape", "ShapeRole", "ShapeStyle",
        "ShapeView", "ShareLink", "SharePreview", "SimultaneousGesture", "SlideTransition",
        "Slider", "SliderTick", "Spacer", "SpacerSizing", "Spring", "SpringKeyframe", "State",
        "StateObject", "Stepper", "StrokeStyle", "SubmitLabel", "SubmitTriggers", "Subview",
        "SubviewsCollection", "SurroundingsEffect", "SwiftUI", "SymbolVariants", "Tab",
        "TabBuilder", "TabContent", "TabPlacement", "TabRole", "TabSection", "TabView", "Table",
        "TableColumn", "TableRow", "TableStyle", "TapGesture", "Text", "TextAlignment",
        "TextAttribute", "TextEditor", "TextField", "TextProxy", "TextRenderer",
        "TextSelectability", "TextSelection", "TimelineSchedule", "TimelineView", "Toggle",
        "ToggleStyle", "ToolbarCommands", "ToolbarContent", "ToolbarItem", "ToolbarPlacement",
        "ToolbarRole", "ToolbarSpacer", "TouchBar", "Transaction", "TransactionKey", "Transition",
        "TransitionPhase", "TransitionProperties", "TruncationMode", "TupleView", "UnitCurve",
        "UnitPoint", "UtilityWindow", "VStack", "VectorArithmetic", "VerticalAlignment",
        "VerticalEdge", "View", "ViewBuilder", "ViewDimensions", "ViewModifier", "ViewSpacing",
        "Visibility", "VisualEffect", "Widget", "WidgetBundle", "WidgetConfiguration", "Window",
        "WindowGroup", "WindowLevel", "WindowPlacement", "WindowResizability", "WindowStyle",
        "ZStack",
    ]

    static let combine = [
        "AnyCancellable", "AnyPublisher", "AnySubscriber", "Cancellable", "Combine",
        "CombineIdentifier", "ConnectablePublisher", "Deferred", "Empty", "Fail", "Future",
        "ImmediateScheduler", "Just", "ObservableObject", "PassthroughSubject", "Published",
        "Publisher", "Publishers", "Record", "Scheduler", "Subject", "Subscriber", "Subscribers",
        "Subscription", "Subscriptions",
    ]

    static let observation = [
        "Observable", "Observation", "ObservationIgnored", "ObservationRegistrar",
        "ObservationTracked", "ObservationTracking", "Observations",
    ]
}
