// Made by generate-paths from only-wildcards.rules.json, once: these types are yours to change.
