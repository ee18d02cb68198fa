import PathSchema
import Testing

@Suite struct OptionNameTests {
    @Test(arguments: ["Models", "Darwin.C", "_Module"])
    func modulesCanBeImported(module: String) {
        #expect(OptionName.imports.problem(with: module) == nil)
    }

    @Test(arguments: ["", "class", "Darwin.", "My Models", "import", "@testable Models", "A.in"])
    func invalidModuleNamesAreErrors(module: String) {
        #expect(
            OptionName.imports.problem(with: module) == "'\(module)' is not a valid module name")
    }
}
