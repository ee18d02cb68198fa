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
