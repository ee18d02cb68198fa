import Testing

@testable import PathSchema

@Suite struct PlatformTypesTests {
    @Test(arguments: [
        (
            "Foundation",
            """
            Bundle Calendar Data Date Decimal Dimension Expression Formatter Foundation Host Locale
            Measurement Notification Operation Pipe Port Predicate Process Progress Scanner Selector
            Stream Thread TimeInterval TimeZone Timer URL UUID Unit UserDefaults
            """
        ),
        (
            "SwiftUI",
            """
            Alert Alignment Anchor Angle Animation App Axis Binding Button Canvas Capsule Circle Color
            Commands Divider Edge Environment Font Form Gauge Gesture Gradient Grid Group Image Label
            Layout Link List Material Menu Namespace Picker Preview Rectangle Scene Section Shader
            Shape Slider Spacer State Stepper SwiftUI Tab TabView Table Text Toggle Transaction
            Transition View Widget Window
            """
        ),
        (
            "Combine",
            "Cancellable Combine Empty Future Just Publisher Record Scheduler Subject Subscriber Subscription"
        ),
        ("Observation", "Observable Observation Observations"),
    ])
    func namesAreTheirModules(module: String, names: String) {
        for name in Set(words: names) {
            #expect(PlatformTypes.module(of: name) == module, "\(name)")
        }
    }

    @Test(arguments: [
        PlatformTypes.foundation, PlatformTypes.swiftUI, PlatformTypes.combine,
        PlatformTypes.observation,
    ])
    func listsAreInOrderSoThatEachNameIsFound(names: [String]) {
        #expect(zip(names, names.dropFirst()).filter { $0 >= $1 }.isEmpty)
        for name in names { #expect(PlatformTypes.module(of: name) != nil, "\(name)") }
    }

    @Test(arguments: [
        "Address", "Book", "Category", "Chat", "Chatroom", "Comment", "Configuration", "Event",
        "Item", "Location", "Member", "Message", "Order", "Payment", "Player", "Post", "Product",
        "Profile", "Room", "Score", "Settings", "Tag", "Team", "User", "notification", "TEXT", "",
    ])
    func commonNamesOfDatabasesAreFree(name: String) {
        #expect(PlatformTypes.module(of: name) == nil)
    }
}
