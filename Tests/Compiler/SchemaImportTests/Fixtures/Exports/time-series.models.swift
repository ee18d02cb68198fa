// Made by generate-paths from time-series.export.json, once: these types are yours to change.
