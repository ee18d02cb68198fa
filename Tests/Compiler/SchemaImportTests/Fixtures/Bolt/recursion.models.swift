// Made by generate-paths from recursion.bolt, once: these types are yours to change.
