import Foundation
import TestSupport
import Testing

/// `UPDATE_FIXTURES=1 swift test --filter FixtureTests` writes the outputs of all imports into the
/// files beside the sources, after an intended change.
@Suite struct FixtureTests {
    @Test(arguments: ImportFixture.Kind.allCases)
    func fixturesBecomeTheSchemasBesideThem(_ kind: ImportFixture.Kind) throws {
        for fixture in try ImportFixture.all(kind) {
            for (suffix, text) in try fixture.outputs() {
                if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] != nil {
                    try fixture.write(text, suffix)
                }
                let difference = TextDiff.lines(from: fixture.expected(suffix), to: text)
                #expect(difference == "", "\(fixture)\(suffix)")
            }
        }
    }

    @Test(arguments: ImportFixture.Kind.allCases)
    func schemasThatComeOutAreAccepted(_ kind: ImportFixture.Kind) throws {
        for fixture in try ImportFixture.all(kind) {
            _ = try Imports.compile(try fixture.importer().schema)
        }
    }

    @Test func thereAreFixturesOfEachKind() throws {
        #expect(try ImportFixture.all(.rules).count >= 40)
        #expect(try ImportFixture.all(.export).count >= 20)
        #expect(try ImportFixture.all(.databases).count >= 30)
    }
}
