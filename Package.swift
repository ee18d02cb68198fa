// swift-tools-version: 6.0

import PackageDescription

let package = Package(
    name: "TypedPaths",
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
        .testTarget(name: "TypedPathsTests", dependencies: ["TypedPaths"]),
        .testTarget(name: "PathSchemaTests", dependencies: ["PathSchema"]),
        .testTarget(
            name: "PathCodegenTests", dependencies: ["PathSchema", "PathCodegen"],
            exclude: ["Golden"]),
        .testTarget(
            name: "GeneratePathsTests",
            dependencies: ["generate-paths", "PathSchema", "PathCodegen"]),
        .testTarget(name: "ChatExampleTests", dependencies: ["ChatExample"]),
    ],
    swiftLanguageModes: [.v6]
)
