print("generate-paths")
