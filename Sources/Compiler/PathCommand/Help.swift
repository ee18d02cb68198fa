extension Arguments {
    static let version = "0.1.0"

    static let help = """
        usage: generate-paths <schema.json>… [--output <file>] [options]
               generate-paths diff <old.json>… <new.json>  (see diff --help)

        Write Swift for a schema:
            generate-paths schema.json --output Sources/App/Paths.swift

        Several schemas are merged: a database described in one file per feature.
        '-' is standard input; without --output, the code goes to standard output.

        output
          -o, --output <file>       write there, only if the content changes
          --check                   fail if that file is not up to date; write nothing
          --beside <schema.json>…   another schema of the module: fail if names clash
          --emit <what>             swift, tree, mermaid, json, html, rules, checks
          --below <keys>            draw this part only, such as chatrooms/<chatroomId>
          --rules <file>            with --emit rules: add to these; with html: show
          --data <file>             with --emit rules: warn of data that they refuse

        a schema for a database that exists, instead of code
          --from <kind> <file>      rules, or an export of the data
          --models <file>           write the types that the schema names there

        generated code, instead of what the schema's "$options" say
          --access <level>          internal (default), public, package
          --namespace <name>        an enum around all generated types
          --type-prefix <text>, --type-suffix <text>      around generated types' names
          --root <name>             a root type of its own: Path<Name>()
          --import <module>         a module to import; repeatable
          --data-checks, --firestore    add Root.checks, or Root.documents
          --no-type-checks          don't check that models agree with the schema
          --runtime <module>        the library that has Path (TypedPaths)

        other
          --diagnostics-format <f>  text (default), json
          -h, --help, --version     show this, or the version

        Exit status: 0; 1 for an error in a schema, or a file that is not up to date;
        64 for a wrong command line; 66 for an input that can't be read; 74 for an
        output that can't be written.

        """
}
