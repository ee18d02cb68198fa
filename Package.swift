// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "TypedPaths",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "TypedPaths", targets: ["TypedPaths"]),
        .executable(name: "generate-paths", targets: ["generate-paths"]),
        .plugin(name: "GeneratePaths", targets: ["GeneratePaths"]),
        .plugin(name: "GeneratePathsCommand", targets: ["GeneratePathsCommand"]),
    ],
    targets: [
        .target(name: "TypedPaths"),
        .target(name: "PathSchema"),
        .target(name: "PathCodegen", dependencies: ["PathSchema"]),
        .executableTarget(name: "generate-paths", dependencies: ["PathSchema", "PathCodegen"]),
        .plugin(
            name: "GeneratePaths", capability: .buildTool(), dependencies: ["generate-paths"]),
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
            dependencies: ["generate-paths"]
        ),
        .executableTarget(
            name: "ChatExample", dependencies: ["TypedPaths"], path: "Examples/ChatExample",
            plugins: ["GeneratePaths"]
        ),
        .executableTarget(
            name: "Benchmarks", dependencies: ["TypedPaths", "generate-paths"], path: "Benchmarks",
            plugins: ["GeneratePaths"]
        ),
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "TypedPathsTests", dependencies: ["TypedPaths"]),
        .testTarget(name: "PathSchemaTests", dependencies: ["PathSchema", "TestSupport"]),
        .testTarget(
            name: "PathCodegenTests", dependencies: ["PathSchema", "PathCodegen", "TestSupport"]),
        .testTarget(
            name: "GeneratePathsTests",
            dependencies: ["generate-paths", "PathSchema", "PathCodegen", "TestSupport"]),
        .testTarget(name: "ChatExampleTests", dependencies: ["ChatExample"]),
    ],
    swiftLanguageModes: [.v6]
)
