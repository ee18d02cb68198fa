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
        .library(name: "TypedDatabaseFirestore", targets: ["TypedDatabaseFirestore"]),
        .library(name: "TypedDatabaseOffline", targets: ["TypedDatabaseOffline"]),
        .library(name: "TypedDatabaseRules", targets: ["TypedDatabaseRules"]),
        .library(name: "TypedDatabaseConformance", targets: ["TypedDatabaseConformance"]),
        .library(name: "RealtimeDatabaseServer", targets: ["RealtimeDatabaseServer"]),
        .executable(name: "generate-paths", targets: ["generate-paths"]),
        .executable(name: "realtime-database-server", targets: ["realtime-database-server"]),
        .plugin(name: "GeneratePaths", targets: ["GeneratePaths"]),
        .plugin(name: "GeneratePathsCommand", targets: ["GeneratePathsCommand"]),
    ],
    targets: [
        .target(name: "TypedPaths", path: "Sources/Paths/TypedPaths"),
        .target(
            name: "TypedDatabase", dependencies: ["TypedPaths"],
            path: "Sources/Database/TypedDatabase"),
        .target(
            name: "TypedDatabaseRules",
            dependencies: ["TypedDatabase", "SecurityRules", "PathSchema"],
            path: "Sources/Database/TypedDatabaseRules"),
        .target(
            name: "TypedDatabaseConformance", dependencies: ["TypedDatabase"],
            path: "Sources/Database/TypedDatabaseConformance"),
        .target(
            name: "CSQLite",
            path: "Sources/Database/CSQLite",
            linkerSettings: [
                .linkedLibrary(":libsqlite3.so.0", .when(platforms: [.linux])),
                .linkedLibrary(
                    "sqlite3", .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS])),
            ]),
        .target(
            name: "TypedDatabaseSQLite", dependencies: ["TypedDatabase", "CSQLite"],
            path: "Sources/Database/TypedDatabaseSQLite"),
        .target(
            name: "CCurl",
            path: "Sources/Database/CCurl",
            linkerSettings: [.linkedLibrary(":libcurl.so.4", .when(platforms: [.linux]))]),
        .target(
            name: "DatabaseTransport",
            dependencies: [
                "TypedDatabase", .target(name: "CCurl", condition: .when(platforms: [.linux])),
            ], path: "Sources/Database/DatabaseTransport"),
        .target(
            name: "TypedDatabaseFirebase", dependencies: ["TypedDatabase", "DatabaseTransport"],
            path: "Sources/Database/TypedDatabaseFirebase"),
        .target(
            name: "TypedDatabaseFirestore", dependencies: ["TypedDatabase", "DatabaseTransport"],
            path: "Sources/Database/TypedDatabaseFirestore"),
        .target(
            name: "TypedDatabaseOffline", dependencies: ["TypedDatabase"],
            path: "Sources/Database/TypedDatabaseOffline", exclude: ["Store/offline.paths.json"]),
        .target(
            name: "RealtimeDatabaseServer",
            dependencies: [
                "TypedDatabase", "TypedDatabaseRules", "SchemaPage", "PathSchema", "PathCodegen",
                "SecurityRules",
            ],
            path: "Sources/DevelopmentServer/RealtimeDatabaseServer",
            resources: [.embedInCode("Page/Files")]),
        .executableTarget(
            name: "realtime-database-server",
            dependencies: ["RealtimeDatabaseServer", "TypedDatabaseSQLite"],
            path: "Sources/DevelopmentServer/realtime-database-server"),
        .target(
            name: "PathSchema", dependencies: ["TypedPaths"], path: "Sources/Compiler/PathSchema"),
        .target(
            name: "SecurityRules", dependencies: ["PathSchema"],
            path: "Sources/Compiler/SecurityRules"),
        .target(
            name: "SchemaImport", dependencies: ["PathSchema", "SecurityRules"],
            path: "Sources/Compiler/SchemaImport"),
        .target(
            name: "PathCodegen", dependencies: ["PathSchema"], path: "Sources/Compiler/PathCodegen"),
        .target(
            name: "PathCommand", dependencies: ["PathSchema", "PathCodegen"],
            path: "Sources/Compiler/PathCommand"),
        .target(
            name: "SchemaDiff", dependencies: ["PathSchema", "PathCodegen", "SecurityRules"],
            path: "Sources/Compiler/SchemaDiff"),
        .target(
            name: "SchemaPage",
            dependencies: ["PathSchema", "PathCodegen", "SecurityRules"],
            path: "Sources/Compiler/SchemaPage", resources: [.embedInCode("Files")]),
        .executableTarget(
            name: "generate-paths",
            dependencies: [
                "PathCommand", "PathSchema", "SecurityRules", "SchemaImport", "SchemaDiff",
                "SchemaPage",
            ],
            path: "Sources/Compiler/generate-paths"),
        // Who uses a plugin compiles its tool, so that is less than all of the command.
        .executableTarget(
            name: "generate-paths-plugin-tool", dependencies: ["PathCommand"],
            path: "Sources/Compiler/generate-paths-plugin-tool"),
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
        .target(
            name: "TestSupport", dependencies: ["TypedDatabaseConformance"],
            path: "Tests/TestSupport", exclude: ["browser"]),
        .testTarget(
            name: "TypedPathsTests", dependencies: ["TypedPaths"],
            path: "Tests/Paths/TypedPathsTests"),
        .testTarget(
            name: "TypedDatabaseTests",
            dependencies: ["TypedDatabase", "TypedDatabaseConformance", "TestSupport"],
            path: "Tests/Database/TypedDatabaseTests"),
        .testTarget(
            name: "TypedDatabaseMainActorTests", dependencies: ["TypedDatabase"],
            path: "Tests/Database/TypedDatabaseMainActorTests",
            swiftSettings: [.defaultIsolation(MainActor.self)]),
        .executableTarget(
            name: "sqlite-writer", dependencies: ["TypedDatabaseSQLite"],
            path: "Tests/Database/sqlite-writer"
        ),
        .executableTarget(
            name: "firebase-client", dependencies: ["TypedDatabaseFirebase"],
            path: "Tests/Database/firebase-client"
        ),
        .testTarget(
            name: "TypedDatabaseSQLiteTests",
            dependencies: [
                "TypedDatabaseSQLite", "TypedDatabaseConformance", "TestSupport", "sqlite-writer",
            ], path: "Tests/Database/TypedDatabaseSQLiteTests"),
        .executableTarget(
            name: "offline-writer",
            dependencies: ["TypedDatabaseOffline", "TypedDatabaseSQLite", "TypedDatabaseFirebase"],
            path: "Tests/Database/offline-writer"),
        .testTarget(
            name: "TypedDatabaseOfflineTests",
            dependencies: [
                "TypedDatabaseOffline", "TypedDatabaseSQLite", "TypedDatabaseFirebase",
                "TypedDatabaseConformance", "RealtimeDatabaseServer", "TestSupport",
                "offline-writer",
            ], path: "Tests/Database/TypedDatabaseOfflineTests"),
        .testTarget(
            name: "TypedDatabaseRulesTests",
            dependencies: [
                "TypedDatabaseRules", "TypedDatabaseSQLite", "TypedDatabaseConformance",
                "TestSupport",
            ], path: "Tests/Database/TypedDatabaseRulesTests"),
        .testTarget(
            name: "RealtimeDatabaseServerTests",
            dependencies: [
                "RealtimeDatabaseServer", "realtime-database-server", "TypedDatabaseRules",
                "TestSupport",
            ],
            path: "Tests/DevelopmentServer/RealtimeDatabaseServerTests"),
        .testTarget(
            name: "DatabaseTransportTests",
            dependencies: [
                "DatabaseTransport", "TypedDatabase", "TestSupport",
                .target(name: "CCurl", condition: .when(platforms: [.linux])),
            ], path: "Tests/Database/DatabaseTransportTests"),
        .testTarget(
            name: "TypedDatabaseFirebaseTests",
            dependencies: [
                "TypedDatabaseFirebase", "DatabaseTransport", "TypedDatabaseConformance",
                "RealtimeDatabaseServer", "TestSupport", "firebase-client",
            ], path: "Tests/Database/TypedDatabaseFirebaseTests"),
        .executableTarget(
            name: "firestore-client", dependencies: ["TypedDatabaseFirestore"],
            path: "Tests/Database/firestore-client", exclude: ["test_together.py"]
        ),
        .testTarget(
            name: "TypedDatabaseFirestoreTests",
            dependencies: [
                "TypedDatabaseFirestore", "DatabaseTransport", "TypedDatabaseConformance",
                "TestSupport",
            ], path: "Tests/Database/TypedDatabaseFirestoreTests"),
        .testTarget(
            name: "PathSchemaTests", dependencies: ["PathSchema", "TestSupport"],
            path: "Tests/Compiler/PathSchemaTests", exclude: ["Mistakes"]),
        .testTarget(
            name: "PathCodegenTests", dependencies: ["PathSchema", "PathCodegen", "TestSupport"],
            path: "Tests/Compiler/PathCodegenTests", exclude: ["Golden"]),
        .testTarget(
            name: "SecurityRulesTests",
            dependencies: ["SecurityRules", "SchemaImport", "PathSchema", "TestSupport"],
            path: "Tests/Compiler/SecurityRulesTests", exclude: ["Facts"]),
        .testTarget(
            name: "SchemaImportTests",
            dependencies: ["SchemaImport", "SecurityRules", "PathSchema", "TestSupport"],
            path: "Tests/Compiler/SchemaImportTests", exclude: ["Fixtures"]),
        .testTarget(
            name: "SchemaDiffTests",
            dependencies: [
                "SchemaDiff", "PathSchema", "SecurityRules", "TypedDatabase", "TestSupport",
            ], path: "Tests/Compiler/SchemaDiffTests", exclude: ["Changes"]),
        .testTarget(
            name: "SchemaPageTests",
            dependencies: ["SchemaPage", "PathSchema", "PathCodegen", "TestSupport"],
            path: "Tests/Compiler/SchemaPageTests", exclude: ["Golden"]),
        .testTarget(
            name: "GeneratePathsTests",
            dependencies: [
                "generate-paths", "PathSchema", "PathCodegen", "SecurityRules", "SchemaImport",
                "SchemaDiff", "SchemaPage", "TypedDatabase", "TypedDatabaseFirestore",
                "TestSupport",
            ], path: "Tests/Compiler/GeneratePathsTests"),
        .testTarget(
            name: "DatabaseDocumentationTests",
            dependencies: [
                "TypedDatabase", "TypedDatabaseSQLite", "TypedDatabaseOffline",
                "TypedDatabaseConformance", "TypedDatabaseRules", "PathSchema", "PathCodegen",
                "TestSupport",
            ], path: "Tests/Database/DatabaseDocumentationTests", exclude: ["Support/Views.txt"]),
        .testTarget(
            name: "OnlineTests",
            dependencies: [
                "TypedDatabaseFirebase", "DatabaseTransport", "TypedDatabaseConformance",
                "RealtimeDatabaseServer", "TestSupport",
            ], path: "Tests/Database/OnlineTests"),
    ],
    swiftLanguageModes: [.v6]
)
