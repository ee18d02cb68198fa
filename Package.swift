// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "TypedPaths",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "TypedPaths", targets: ["TypedPaths"]),
        .library(name: "TypedDatabase", targets: ["TypedDatabase"]),
        .library(name: "TypedDatabaseSQLite", targets: ["TypedDatabaseSQLite"]),
        .library(name: "TypedDatabaseFirebase", targets: ["TypedDatabaseFirebase"]),
        .library(name: "TypedDatabaseConformance", targets: ["TypedDatabaseConformance"]),
        .executable(name: "generate-paths", targets: ["generate-paths"]),
        .executable(name: "realtime-database-server", targets: ["realtime-database-server"]),
        .plugin(name: "GeneratePaths", targets: ["GeneratePaths"]),
        .plugin(name: "GeneratePathsCommand", targets: ["GeneratePathsCommand"]),
    ],
    targets: [
        .target(name: "TypedPaths"),
        .target(name: "TypedDatabase", dependencies: ["TypedPaths"]),
        .target(name: "TypedDatabaseConformance", dependencies: ["TypedDatabase"]),
        .target(
            name: "CSQLite",
            linkerSettings: [
                .linkedLibrary(":libsqlite3.so.0", .when(platforms: [.linux])),
                .linkedLibrary(
                    "sqlite3", .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS])),
            ]),
        .target(name: "TypedDatabaseSQLite", dependencies: ["TypedDatabase", "CSQLite"]),
        .target(
            name: "CCurl",
            linkerSettings: [.linkedLibrary(":libcurl.so.4", .when(platforms: [.linux]))]),
        .target(
            name: "TypedDatabaseFirebase",
            dependencies: [
                "TypedDatabase", .target(name: "CCurl", condition: .when(platforms: [.linux])),
            ]),
        .target(
            name: "RealtimeDatabaseServer",
            dependencies: ["TypedDatabase", "PathSchema", "SecurityRules"]),
        .executableTarget(
            name: "realtime-database-server",
            dependencies: ["RealtimeDatabaseServer", "TypedDatabaseSQLite"]),
        .target(name: "PathSchema", dependencies: ["TypedPaths"]),
        .target(name: "SecurityRules", dependencies: ["PathSchema"]),
        .target(name: "SchemaImport", dependencies: ["PathSchema", "SecurityRules"]),
        .target(name: "PathCodegen", dependencies: ["PathSchema"]),
        .target(name: "PathCommand", dependencies: ["PathSchema", "PathCodegen"]),
        .executableTarget(
            name: "generate-paths",
            dependencies: ["PathCommand", "PathSchema", "SecurityRules", "SchemaImport"]),
        // Who uses a plugin compiles its tool, so that is less than all of the command.
        .executableTarget(name: "generate-paths-plugin-tool", dependencies: ["PathCommand"]),
        .plugin(
            name: "GeneratePaths", capability: .buildTool(),
            dependencies: ["generate-paths-plugin-tool"]),
        .plugin(
            name: "GeneratePathsCommand",
            capability: .command(
                intent: .custom(
                    verb: "generate-paths",
                    description: "Write Swift code for the schemas of this package's targets"),
                permissions: [
                    .writeToPackageDirectory(
                        reason: "to write the Swift code of each schema among your sources")
                ]
            ),
            dependencies: ["generate-paths-plugin-tool"]
        ),
        .executableTarget(
            name: "ChatExample",
            dependencies: [
                "TypedPaths", "TypedDatabase", "TypedDatabaseSQLite", "TypedDatabaseFirebase",
            ],
            path: "Examples/ChatExample", plugins: ["GeneratePaths"]
        ),
        .executableTarget(
            name: "LeaderboardExample",
            dependencies: ["TypedPaths", "TypedDatabase", "TypedDatabaseSQLite"],
            path: "Examples/LeaderboardExample", plugins: ["GeneratePaths"]
        ),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "TypedPaths", "TypedDatabase", "TypedDatabaseSQLite", "CSQLite",
                "TypedDatabaseFirebase", "RealtimeDatabaseServer", "generate-paths",
                .target(name: "CCurl", condition: .when(platforms: [.linux])),
            ],
            path: "Benchmarks",
            plugins: ["GeneratePaths"]
        ),
        .target(
            name: "TestSupport", dependencies: ["TypedDatabaseConformance"],
            path: "Tests/TestSupport"),
        .testTarget(name: "TypedPathsTests", dependencies: ["TypedPaths"]),
        .testTarget(
            name: "TypedDatabaseTests",
            dependencies: ["TypedDatabase", "TypedDatabaseConformance", "TestSupport"]),
        .testTarget(
            name: "TypedDatabaseMainActorTests", dependencies: ["TypedDatabase"],
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        .executableTarget(
            name: "sqlite-writer", dependencies: ["TypedDatabaseSQLite"],
            path: "Tests/Support/sqlite-writer"
        ),
        .executableTarget(
            name: "firebase-client", dependencies: ["TypedDatabaseFirebase"],
            path: "Tests/Support/firebase-client"
        ),
        .testTarget(
            name: "TypedDatabaseSQLiteTests",
            dependencies: [
                "TypedDatabaseSQLite", "TypedDatabaseConformance", "TestSupport", "sqlite-writer",
            ]),
        .testTarget(
            name: "RealtimeDatabaseServerTests",
            dependencies: ["RealtimeDatabaseServer", "realtime-database-server", "TestSupport"]),
        .testTarget(
            name: "TypedDatabaseFirebaseTests",
            dependencies: [
                "TypedDatabaseFirebase", "TypedDatabaseConformance", "RealtimeDatabaseServer",
                "TestSupport", "firebase-client",
                .target(name: "CCurl", condition: .when(platforms: [.linux])),
            ]),
        .testTarget(
            name: "PathSchemaTests", dependencies: ["PathSchema", "TestSupport"],
            exclude: ["Mistakes"]),
        .testTarget(
            name: "PathCodegenTests", dependencies: ["PathSchema", "PathCodegen", "TestSupport"],
            exclude: ["Golden"]),
        .testTarget(
            name: "SecurityRulesTests",
            dependencies: ["SecurityRules", "SchemaImport", "PathSchema", "TestSupport"]
        ),
        .testTarget(
            name: "SchemaImportTests",
            dependencies: ["SchemaImport", "SecurityRules", "PathSchema", "TestSupport"],
            exclude: ["Fixtures"]),
        .testTarget(
            name: "GeneratePathsTests",
            dependencies: [
                "generate-paths", "PathSchema", "PathCodegen", "SecurityRules", "SchemaImport",
                "TestSupport",
            ]),
        .testTarget(
            name: "DatabaseDocumentationTests",
            dependencies: [
                "TypedDatabase", "TypedDatabaseSQLite", "TypedDatabaseConformance", "PathSchema",
                "PathCodegen", "TestSupport",
            ], exclude: ["Support/Views.txt"]),
        .testTarget(
            name: "ChatExampleTests",
            dependencies: ["ChatExample", "LeaderboardExample", "TestSupport"]),
        .testTarget(
            name: "OnlineTests",
            dependencies: [
                "ChatExample", "TypedDatabaseFirebase", "TypedDatabaseConformance",
                "RealtimeDatabaseServer", "TestSupport",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
