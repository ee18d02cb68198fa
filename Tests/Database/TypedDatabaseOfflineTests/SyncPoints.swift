// Cases with the same names as in the tests of Firebase's JavaScript SDK, restated: the values of
// observers, not the events of children. Sixteen cases aren't here since they have priorities, and
// "Revert set covered by non-visible transaction", since only writes of transactions are hidden.

/// Scripts of observers, the server's events, own writes and their answers, and of the values that
/// observers are told after each step.
///
/// | line | means |
/// |---|---|
/// | `observe a by b from 1@k to 2 first 3` | an observer of a place, with its selection |
/// | `end a` | the end of the observer of a place |
/// | `server a 1`, `server+ a b 1 | c 2` | the server's value of a place, or of places below |
/// | `server a #2 1` | the same, for the second observer's query alone |
/// | `set a 1`, `update a b 1 | c 2` | an own write |
/// | `made 0`, `refused 0` | the server's answer to the first own write |
/// | `> a 1` | an observer of `a` is told its value |
enum SyncPoints {
    static let text = #"""
        = Default listen handles a parent set
        observe a
        set / {"a":1,"b":2}
        > a 1
        = Default listen handles a set at the same level
        observe a
        set a {"foo":"bar","yes":true}
        > a {"foo":"bar","yes":true}
        = A query can get a complete cache then a merge
        observe a first 3
        server a #1 {"a":1,"b":2,"d":4}
        > a {"a":1,"b":2,"d":4}
        server+ a #1 a 5 | c 3
        > a {"a":5,"b":2,"c":3}
        = Server merge on listener with complete children
        observe a/b
        server a/b 1
        > a/b 1
        observe a
        server+ a/b c 3 | d 4
        > a/b {"c":3,"d":4}
        = Empty set doesn't prevent server updates
        observe /
        server / {"foo":"bar"}
        > / {"foo":"bar"}
        set empty-path null
        server / {"foo":"new-bar"}
        > / {"foo":"new-bar"}
        = Deep merge on listener with complete children
        observe a/b
        server a/b 2
        > a/b 2
        observe a/x/y/z
        server a/x/y/z null
        > a/x/y/z null
        observe a
        server+ a/x/y/z c 3 | d 4
        > a/x/y/z {"c":3,"d":4}
        = Update child listener twice
        observe a/b
        observe a
        server a/b 1
        > a/b 1
        set a/b/c "foo"
        > a/b {"c":"foo"}
        = Update child of default listen that already has a complete cache
        observe a
        server a {"b":2,"c":3}
        > a {"b":2,"c":3}
        set a/b 4
        > a {"b":4,"c":3}
        = Update child of default listen that has no cache
        observe a
        set a/b 4
        = Update (via set) the child of a co-located default listener and query
        observe a from b to g
        observe a
        server a {"a":1,"c":3,"d":4}
        > a {"a":1,"c":3,"d":4}
        > a {"c":3,"d":4}
        set a/b 2
        > a {"a":1,"b":2,"c":3,"d":4}
        > a {"b":2,"c":3,"d":4}
        = Update (via set) the child of a query with a full cache
        observe a from b to g
        server a #1 {"c":3,"d":4}
        > a {"c":3,"d":4}
        set a/b 2
        > a {"b":2,"c":3,"d":4}
        = Update (via set) a child below an empty query
        observe a from b to g
        set a/h 8
        set a/e 5
        = Update descendant of default listener with full cache
        observe a
        server a {"b":{"d":4},"e":5}
        > a {"b":{"d":4},"e":5}
        set a/b/c 3
        > a {"b":{"c":3,"d":4},"e":5}
        = Descendant set below an empty default listener is ignored
        observe a
        set a/b/c 3
        = Update of a child. This can happen if a child listener is added and removed
        observe a
        server a/b 2
        = Revert set with only child caches
        observe a/b
        observe a
        server a/b 2
        > a/b 2
        set a/b 3
        > a/b 3
        refused 0
        > a/b 2
        = Can revert a duplicate child set
        observe a/b
        observe a
        server a/b 2
        > a/b 2
        set a/b 3
        > a/b 3
        set a/b 3
        refused 1
        = Can revert a child set and see the underlying data
        observe a/b
        server a/b 2
        > a/b 2
        set a/b 3
        > a/b 3
        set a/b 4
        > a/b 4
        server a/b 3
        observe a
        made 0
        refused 1
        > a/b 3
        = Revert child set with no server data
        set a/b {"d":4,"e":5}
        observe a
        set a/c {"z":26}
        refused 0
        = Revert deep set with no server data
        set a/b/c {"d":4,"e":5}
        observe a
        set a/x/y {"z":26}
        refused 0
        = Clear parent shadowing server values set with server children
        observe a/b
        server a/b 2
        > a/b 2
        set a {"b":28,"c":3}
        > a/b 28
        observe a
        > a {"b":28,"c":3}
        server a/b 29
        made 0
        > a/b 29
        > a {"b":29,"c":3}
        = Clear child shadowing server values set with server children
        observe a/b
        server a/b 2
        > a/b 2
        set a/b 28
        > a/b 28
        observe a
        server a/b 29
        made 0
        > a/b 29
        = Unrelated merge doesn't shadow server updates
        observe a
        server a null
        > a null
        update a b 2 | c 3
        > a {"b":2,"c":3}
        server a/d 4
        > a {"b":2,"c":3,"d":4}
        = Can set alongside a remote merge
        observe a
        server a null
        > a null
        set a/b 2
        > a {"b":2}
        server+ a b 28 | c 3
        > a {"b":2,"c":3}
        = deep update deletes child from limit window and pulls in new child
        set a {"a":{"aa":2,"aaa":3},"b":{"bb":2,"bbb":3},"c":{"cc":2,"ccc":3}}
        observe a last 2
        > a {"b":{"bb":2,"bbb":3},"c":{"cc":2,"ccc":3}}
        update a/b bb null | bbb null
        > a {"a":{"aa":2,"aaa":3},"c":{"cc":2,"ccc":3}}
        = deep set deletes child from limit window and pulls in new child
        set a {"a":{"aa":2},"b":{"bb":2},"c":{"cc":2}}
        observe a last 2
        > a {"b":{"bb":2},"c":{"cc":2}}
        set a/b/bb null
        > a {"a":{"aa":2},"c":{"cc":2}}
        = Edge case in newChildForChange_
        observe a/d
        observe a/b/c
        observe a
        server a/d 4
        > a/d 4
        server a/b/c 3
        > a/b/c 3
        = Revert set in query window
        observe a last 1
        server a #1 {"b":2}
        > a {"b":2}
        set a/c 3
        > a {"c":3}
        refused 0
        > a {"b":2}
        = Handles a server value moving a child out of a query window
        observe a
        server a {"b":{"c":{"value":3},"d":{"value":4}}}
        > a {"b":{"c":{"value":3},"d":{"value":4}}}
        observe a/b by value last 1
        > a/b {"d":{"value":4}}
        set a/b/d/value 5
        > a/b {"d":{"value":5}}
        > a {"b":{"c":{"value":3},"d":{"value":5}}}
        server a/b/d/value 2
        made 0
        > a/b {"c":{"value":3}}
        > a {"b":{"c":{"value":3},"d":{"value":2}}}
        = Update of indexed child works
        observe a
        server a {"b":{"c":{"value":3},"d":{"value":4}}}
        > a {"b":{"c":{"value":3},"d":{"value":4}}}
        observe a/b by value last 1
        > a/b {"d":{"value":4}}
        update a/b/c value 5
        > a/b {"c":{"value":5}}
        > a {"b":{"c":{"value":5},"d":{"value":4}}}
        = Merge applied to empty limit
        observe a last 1
        server a #1 null
        > a null
        update a b 1
        > a {"b":1}
        = Limit is refilled from server data after merge
        observe a
        observe a/b last 1
        server a {"a":1,"b":{"c":3,"d":4}}
        > a/b {"d":4}
        > a {"a":1,"b":{"c":3,"d":4}}
        update a/b d null
        > a/b {"c":3}
        > a {"a":1,"b":{"c":3}}
        = Handle repeated listen with merge as first update
        observe a
        server+ a c 3
        = Limit is refilled from server data after set
        observe a
        observe a/b last 1
        server a {"a":1,"b":{"c":3,"d":4}}
        > a/b {"d":4}
        > a {"a":1,"b":{"c":3,"d":4}}
        set a/b/d null
        > a/b {"c":3}
        > a {"a":1,"b":{"c":3}}
        = query on weird path
        observe foo|!@%^&*()_<>?+={}blah last 5
        server foo|!@%^&*()_<>?+={}blah #1 {"a":"a"}
        > foo|!@%^&*()_<>?+={}blah {"a":"a"}
        = runs, round2
        observe foo
        set foo "baz"
        > foo "baz"
        set foo/new "bar"
        > foo {"new":"bar"}
        server foo "baz"
        made 0
        server foo {"new":"bar"}
        made 1
        server foo {"new":true,"other":"bar"}
        > foo {"new":true,"other":"bar"}
        = handles nested listens
        observe foo
        observe foo/bar
        set / {"foo":{"a":1,"b":2,"bar":{"c":true,"d":false}},"baz":false}
        > foo/bar {"c":true,"d":false}
        > foo {"a":1,"b":2,"bar":{"c":true,"d":false}}
        set / {"foo":{"a":1,"b":2,"bar":{"c":false,"d":false,"e":true},"f":3},"baz":false}
        > foo/bar {"c":false,"d":false,"e":true}
        > foo {"a":1,"b":2,"bar":{"c":false,"d":false,"e":true},"f":3}
        set / {"foo":{"a":1,"b":2,"bar":{"c":false,"d":false,"e":true},"f":3},"baz":false}
        = Handles a set below a listen
        observe /
        set foo 1
        = does non-default queries
        observe foo last 1
        set / {"foo":{"a":1,"b":2}}
        > foo {"b":2}
        server foo #1 {"b":2}
        = handles a co-located default listener and query
        observe foo
        observe foo last 1
        set foo {"a":1,"b":2}
        > foo {"a":1,"b":2}
        > foo {"b":2}
        = Default and non-default listener at same location with server update
        observe foo
        observe foo last 1
        server foo {"a":1,"b":2}
        > foo {"a":1,"b":2}
        > foo {"b":2}
        = Add a parent listener to a complete child listener, expect child event
        observe foo
        server foo 1
        > foo 1
        observe /
        = Add listens to a set, expect correct events, including a child event
        set foo {"bar":1,"baz":2}
        observe foo/bar
        > foo/bar 1
        observe /
        = ServerUpdate to a child listener raises child events at parent
        observe foo
        observe /
        server foo 1
        > foo 1
        = ServerUpdate to a child listener raises child events at parent query
        observe foo
        observe / last 1
        server foo 1
        > foo 1
        = Multiple complete children are handled properly
        observe foo/a
        observe foo/b
        observe foo
        server foo/a 1
        > foo/a 1
        server foo/b 2
        > foo/b 2
        = Write leaf node, overwrite at parent node
        observe a/aa
        observe a
        set a/aa 1
        > a/aa 1
        set a {"aa":2}
        > a/aa 2
        > a {"aa":2}
        = Confirm complete children from the server
        observe a/aa
        observe a
        server a/aa 1
        > a/aa 1
        server a {"aa":1}
        > a {"aa":1}
        server a/aa null
        > a/aa null
        > a null
        = Write leaf, overwrite from parent
        observe a/aa
        observe a/bb
        observe a
        set a/aa 1
        > a/aa 1
        set a {"aa":2}
        > a/aa 2
        > a/bb null
        > a {"aa":2}
        = Basic update test
        observe a
        observe b
        observe /
        server / {"a":1,"b":2,"c":3}
        > a 1
        > b 2
        > / {"a":1,"b":2,"c":3}
        update / a true | c false
        > a true
        > / {"a":true,"b":2,"c":false}
        = No double value events for user ack
        observe foo to d last 1
        set foo {"a":1,"b":2,"c":3}
        > foo {"c":3}
        server foo #1 null
        server+ foo #1 c 3
        made 0
        set foo/d 4
        > foo {"d":4}
        server+ foo #1 d 4
        made 1
        = Collect correct subviews to listen on
        observe /
        observe a
        observe a/b
        end /
        end a
        = Limit to first one on ordered query
        observe / by vanished first 1
        server / {"triceratops":{"vanished":-66000000},"stegosaurus":{"vanished":-155000000},
          "pterodactyl":{"vanished":-75000000}}
        > / {"stegosaurus":{"vanished":-155000000}}
        = Limit to last one on ordered query
        observe / by vanished last 1
        server / {"triceratops":{"vanished":-66000000},"stegosaurus":{"vanished":-155000000},
          "pterodactyl":{"vanished":-75000000}}
        > / {"triceratops":{"vanished":-66000000}}
        = Update indexed value on existing child from limited query
        observe / by age last 4
        server / #1 {"4":{"age":41,"highscore":400,"name":"old mama"},"5":{"age":18,
          "highscore":1200,"name":"young mama"},"6":{"age":20,"highscore":1003,
          "name":"michael blub"},"7":{"age":30,"highscore":10000,"name":"no. 7"}}
        > / {"4":{"age":41,"highscore":400,"name":"old mama"},"5":{"age":18,"highscore":1200,
          "name":"young mama"},"6":{"age":20,"highscore":1003,"name":"michael blub"},"7":{"age":30,
          "highscore":10000,"name":"no. 7"}}
        server 4/age #1 25
        > / {"4":{"age":25,"highscore":400,"name":"old mama"},"5":{"age":18,"highscore":1200,
          "name":"young mama"},"6":{"age":20,"highscore":1003,"name":"michael blub"},"7":{"age":30,
          "highscore":10000,"name":"no. 7"}}
        = Can create startAt, endAt, equalTo queries with bool
        observe / by boolKey from true
        observe / by boolKey to true
        observe / by boolKey equal true
        = Query with existing server snap
        observe / by age
        server / {"foo":{"age":10,"score":100,"bar":"baz"}}
        > / {"foo":{"age":10,"score":100,"bar":"baz"}}
        observe / by score
        > / {"foo":{"age":10,"score":100,"bar":"baz"}}
        = Server data is not purged for non-server-indexed queries
        observe / by highscore last 2
        server / {"a":{"highscore":100,"value":"a"},"b":{"highscore":200,"value":"b"},"c":{
          "highscore":0,"value":"c"}}
        > / {"a":{"highscore":100,"value":"a"},"b":{"highscore":200,"value":"b"}}
        server c/highscore 300
        > / {"b":{"highscore":200,"value":"b"},"c":{"highscore":300,"value":"c"}}
        = Limit with custom orderBy is refilled with correct item
        observe / by age last 1
        server / {"a":{"age":4},"b":{"age":3},"c":{"age":2},"d":{"age":1}}
        > / {"a":{"age":4}}
        set a null
        > / {"b":{"age":3}}
        = startAt/endAt dominates limit
        observe / by index from 1 to 2 first 2
        server / {"a":{"index":1,"value":"a"},"b":{"index":1000,"value":"b"}}
        > / {"a":{"index":1,"value":"a"}}
        server+ / b {"index":1,"value":"b"} | c {"index":2,"value":"c"}
        > / {"a":{"index":1,"value":"a"},"b":{"index":1,"value":"b"}}
        server a/index 1000
        > / {"b":{"index":1,"value":"b"},"c":{"index":2,"value":"c"}}
        server b/index 1000
        > / {"c":{"index":2,"value":"c"}}
        = Queries with startAfter and endBefore work
        observe / by index after 1 before 10
        server / {"a":{"index":0,"value":"a"},"b":{"index":2,"value":"b"},"c":{"index":9,
          "value":"c"},"d":{"index":11,"value":"d"}}
        > / {"b":{"index":2,"value":"b"},"c":{"index":9,"value":"c"}}
        server c/index 10
        > / {"b":{"index":2,"value":"b"}}
        server b/index 1
        > / {}
        = Queries with startAfter, endBefore, and orderByChild work
        observe / by foo/index after 1@foo before 10@foo
        server / {"a":{"foo":{"index":0,"value":"a"}},"b":{"foo":{"index":2,"value":"b"}},"c":{
          "foo":{"index":9,"value":"c"}},"d":{"foo":{"index":11,"value":"d"}}}
        > / {"b":{"foo":{"index":2,"value":"b"}},"c":{"foo":{"index":9,"value":"c"}}}
        = Queries indexed by key with startAfter, endBefore, and limitToFirst work
        observe / after a before d first 1
        server / {"a":"a","b":"b","c":"c","d":"d"}
        > / {"b":"b"}
        = Queries indexed by key with startAfter, endBefore, and limitToLast work
        observe / after a before e last 2
        server / {"a":"a","b":"b","c":"c","d":"d","e":"e"}
        > / {"c":"c","d":"d"}
        = Update to single child that moves out of window
        observe / by index from 1 to 10 first 2
        server / {"a":{"index":1,"value":"a"},"b":{"index":2,"value":"b"},"c":{"index":3,
          "value":"c"}}
        > / {"a":{"index":1,"value":"a"},"b":{"index":2,"value":"b"}}
        server a/index -1
        > / {"b":{"index":2,"value":"b"},"c":{"index":3,"value":"c"}}
        server b/index -1
        > / {"c":{"index":3,"value":"c"}}
        = Limited query doesn't pull in out of range child
        observe / by index from 1 to 10 first 2
        server / {"a":{"index":1,"value":"a"},"b":{"index":2,"value":"b"},"c":{"index":1000,
          "value":"c"}}
        > / {"a":{"index":1,"value":"a"},"b":{"index":2,"value":"b"}}
        server a/index -1
        > / {"b":{"index":2,"value":"b"}}
        = Merge for location with default and limited listener
        observe /
        server / {"a":{"index":1,"value":"a"},"b":{"index":2,"value":"b"},"c":{"index":3,
          "value":"c"},"d":{"index":4,"value":"d"}}
        > / {"a":{"index":1,"value":"a"},"b":{"index":2,"value":"b"},"c":{"index":3,"value":"c"},
          "d":{"index":4,"value":"d"}}
        observe / by index first 2
        > / {"a":{"index":1,"value":"a"},"b":{"index":2,"value":"b"}}
        server+ / a null | d null
        > / {"b":{"index":2,"value":"b"},"c":{"index":3,"value":"c"}}
        > / {"b":{"index":2,"value":"b"},"c":{"index":3,"value":"c"}}
        = User merge pulls in correct values
        observe / by index from 1 to 10 first 3
        server / {"a":{"index":1,"value":"a"},"b":{"index":2,"value":"b"},"c":{"index":3,
          "value":"c"},"d":{"index":1000,"value":"d"}}
        > / {"a":{"index":1,"value":"a"},"b":{"index":2,"value":"b"},"c":{"index":3,"value":"c"}}
        update d index 2
        > / {"a":{"index":1,"value":"a"},"b":{"index":2,"value":"b"},"d":{"index":2,"value":"d"}}
        = User deep set pulls in correct values
        observe / by index from 1 to 10 first 3
        server / {"a":{"index":1,"value":"a"},"b":{"index":2,"value":"b"},"c":{"index":3,
          "value":"c"},"d":{"index":1000,"value":"d"}}
        > / {"a":{"index":1,"value":"a"},"b":{"index":2,"value":"b"},"c":{"index":3,"value":"c"}}
        set d/index 2
        > / {"a":{"index":1,"value":"a"},"b":{"index":2,"value":"b"},"d":{"index":2,"value":"d"}}
        = Queries with equalTo(null) work
        observe / by index from null to null
        server / {"a":{"value":"a"},"b":{"value":"b"},"c":{"value":"c","index":1}}
        > / {"a":{"value":"a"},"b":{"value":"b"}}
        server c/index null
        > / {"a":{"value":"a"},"b":{"value":"b"},"c":{"value":"c"}}
        server c/index 1
        > / {"a":{"value":"a"},"b":{"value":"b"}}
        = Reverted writes update query
        observe / by index from 1 to 10 first 2
        server / {"a":{"index":1,"value":"a"},"b":{"index":5,"value":"b"},"d":{"index":6,
          "value":"d"}}
        > / {"a":{"index":1,"value":"a"},"b":{"index":5,"value":"b"}}
        set / {"c":{"index":2,"value":"c"},"a":{"index":1,"value":"a"}}
        > / {"a":{"index":1,"value":"a"},"c":{"index":2,"value":"c"}}
        refused 0
        > / {"a":{"index":1,"value":"a"},"b":{"index":5,"value":"b"}}
        = Deep set for non-local data doesn't raise events
        observe / by index from 1 to 10 first 2
        server / #1 {"a":{"index":1,"value":"a"},"b":{"index":5,"value":"b"}}
        > / {"a":{"index":1,"value":"a"},"b":{"index":5,"value":"b"}}
        set c/index 1
        server+ / #1 c {"index":1,"value":"c"}
        > / {"a":{"index":1,"value":"a"},"c":{"index":1,"value":"c"}}
        = User update with new children triggers events
        observe / by value
        server / {"a":{"value":5},"c":{"value":3}}
        > / {"c":{"value":3},"a":{"value":5}}
        update / b {"value":4} | d {"value":2}
        > / {"d":{"value":2},"c":{"value":3},"b":{"value":4},"a":{"value":5}}
        server+ / b {"value":4} | d {"value":2}
        made 0
        = User write with deep user overwrite
        observe foo by value
        set foo {"a":{"value":1},"b":{"value":5},"c":{"value":10}}
        > foo {"a":{"value":1},"b":{"value":5},"c":{"value":10}}
        set foo/c/value 3
        > foo {"a":{"value":1},"c":{"value":3},"b":{"value":5}}
        server foo {"a":{"value":1},"b":{"value":5},"c":{"value":10}}
        made 0
        server foo/c/value 3
        made 1
        = Deep server merge
        observe foo
        server / {"foo":{"bar1":{"a":"baz1","b":"qux1"},"bar2":{"a":"baz2","b":"qux2"}}}
        > foo {"bar1":{"a":"baz1","b":"qux1"},"bar2":{"a":"baz2","b":"qux2"}}
        server+ foo bar1/a "newbaz1" | bar2/b "newqux2"
        > foo {"bar1":{"a":"newbaz1","b":"qux1"},"bar2":{"a":"baz2","b":"newqux2"}}
        = Revert underlying full overwrite
        observe /
        server / {"key-a":"val-a","key-b":"val-b"}
        > / {"key-a":"val-a","key-b":"val-b"}
        set / {"key-c":"val-c","key-d":"val-d"}
        > / {"key-c":"val-c","key-d":"val-d"}
        set / {"key-e":"val-e","key-f":"val-f"}
        > / {"key-e":"val-e","key-f":"val-f"}
        refused 0
        = User child overwrite for nonexistent server node
        observe /
        set foo {"bar":"qux"}
        = Revert user overwrite of child on leaf node
        observe /
        server / "foo"
        > / "foo"
        set key "value"
        > / {"key":"value"}
        refused 0
        > / "foo"
        = Server overwrite with deep user delete
        observe /
        server / {"key-1":"value-1"}
        > / {"key-1":"value-1"}
        set key-2/non-key null
        server key-2 {"deep-key":"deep-value"}
        > / {"key-1":"value-1","key-2":{"deep-key":"deep-value"}}
        = Server deep delete on leaf node
        observe /
        server / "foo"
        > / "foo"
        server deep/child null
        = A delete in a merge doesn't push out nodes
        observe / first 3
        server / {"key-1":1,"key-3":3,"key-4":4}
        > / {"key-1":1,"key-3":3,"key-4":4}
        server+ / key-3 null | key-2 2
        > / {"key-1":1,"key-2":2,"key-4":4}
        = A tagged query fires events eventually
        observe / last 2
        set / {"key-1":1,"key-2":2,"key-3":3}
        > / {"key-2":2,"key-3":3}
        server / #1 {"key-2":2,"key-3":3}
        made 0
        set key-2 null
        > / {"key-3":3}
        server+ / #1 key-1 1 | key-2 null
        > / {"key-1":1,"key-3":3}
        = A server update that leaves user sets unchanged is not ignored
        observe /
        server / {"key-1":1,"key-2":2}
        > / {"key-1":1,"key-2":2}
        set key-3 3
        > / {"key-1":1,"key-2":2,"key-3":3}
        server / {"key-1":1,"key-2":2,"key-4":4}
        > / {"key-1":1,"key-2":2,"key-3":3,"key-4":4}
        = User write outside of limit is ignored for tagged queries
        observe / first 2
        server / #1 {"key-1":{"index":1,"other-key":"foo"},"key-4":{"index":4,"other-key":"bar"}}
        > / {"key-1":{"index":1,"other-key":"foo"},"key-4":{"index":4,"other-key":"bar"}}
        set key-2/index 2
        server / #1 {"key-1":{"index":1,"other-key":"new-foo"},"key-3":{"index":3,
          "other-key":"baz"}}
        > / {"key-1":{"index":1,"other-key":"new-foo"},"key-3":{"index":3,"other-key":"baz"}}
        server key-2 #1 {"index":2,"other-key":"qux"}
        > / {"key-1":{"index":1,"other-key":"new-foo"},"key-2":{"index":2,"other-key":"qux"}}
        = Ack for merge doesn't raise value event for later listen
        update / foo "bar"
        observe /
        made 0
        server / {"foo":"bar","qux":"quux"}
        > / {"foo":"bar","qux":"quux"}
        = Clear parent shadowing server values merge with server children
        observe a/b
        server a/b 2
        > a/b 2
        update a b 28 | c 3
        > a/b 28
        observe a
        server a/b 29
        made 0
        > a/b 29
        = Merge that moves child from window to boundary does not cause child to be readded
        observe a by index from 1 first 2
        server a #1 {"2-a":{"index":10},"1-b":{"index":20}}
        > a {"2-a":{"index":10},"1-b":{"index":20}}
        update a 1-b {"index":0} | 2-a {"index":30} | 3-c {"index":5} | 4-d {"index":6}
        > a {"3-c":{"index":5},"4-d":{"index":6}}
        = Deep merge ack is handled correctly
        observe a
        server a null
        > a null
        update a/b c 42 | d "hi"
        > a {"b":{"c":42,"d":"hi"}}
        server a/b {"c":42,"d":"hi"}
        made 0
        = Deep merge ack (on incomplete data, and with server values)
        observe a/b
        server a/b {"c":"original-server-value"}
        > a/b {"c":"original-server-value"}
        update a/b c "user-merge-value"
        > a/b {"c":"user-merge-value"}
        observe a
        server a/b {"c":"user-merge-value-after-server-resolution"}
        made 0
        > a/b {"c":"user-merge-value-after-server-resolution"}
        = Unrelated, untagged update is not cached in tagged listen
        observe / by index from null first 1
        server / #1 {"key-1":{"index":1,"other-key":"foo"}}
        > / {"key-1":{"index":1,"other-key":"foo"}}
        server key-2 {"index":2,"other-key":"bar"}
        server+ key-1 #1 other-key "new-foo"
        > / {"key-1":{"index":1,"other-key":"new-foo"}}
        server key-3 {"index":3,"other-key":"qux"}
        server+ key-2 index 0
        = Unrelated, acked set is not cached in tagged listen
        observe / by index from null first 1
        server / #1 {"key-1":{"index":1,"other-key":"foo"}}
        > / {"key-1":{"index":1,"other-key":"foo"}}
        set key-1/other-key "new-foo"
        > / {"key-1":{"index":1,"other-key":"new-foo"}}
        server key-1/other-key #1 "new-foo"
        made 0
        server+ key-2 index 0
        = Unrelated, acked update is not cached in tagged listen
        observe / by index from null first 1
        server / #1 {"key-1":{"index":1,"other-key":"foo"}}
        > / {"key-1":{"index":1,"other-key":"foo"}}
        update key-1 other-key "new-foo"
        > / {"key-1":{"index":1,"other-key":"new-foo"}}
        server+ key-1 #1 other-key "new-foo"
        made 0
        server+ key-2 index 0
        = Deep update raises immediate events only if has complete data
        observe / by age last 1
        server / #1 {"a":{"age":4}}
        > / {"a":{"age":4}}
        update / a/age 0 | e {"age":4}
        > / {"e":{"age":4}}
        update / e/age 0 | f/age 4
        > / {"e":{"age":0}}
        server+ / #1 f {"age":4}
        > / {"f":{"age":4}}
        = Deep update returns minimum data required
        observe / by idx equal true
        server / #1 {"a":{"name":"foo","idx":true},"b":{"name":"bar","idx":true}}
        > / {"a":{"name":"foo","idx":true},"b":{"name":"bar","idx":true}}
        server+ / #1 a/idx false | b/name "blah" | c {"name":"bar","idx":true}
        > / {"b":{"name":"blah","idx":true},"c":{"name":"bar","idx":true}}
        = Deep update raises all events
        observe a
        observe b
        server / {"a":{"aa":1,"ab":2},"b":{"ba":3,"bb":4}}
        > a {"aa":1,"ab":2}
        > b {"ba":3,"bb":4}
        update / a/aa 0 | b/ba 0
        > a {"aa":0,"ab":2}
        > b {"ba":0,"bb":4}
        server+ a ab/abc 1 | ac/acd 2
        > a {"aa":0,"ab":{"abc":1},"ac":{"acd":2}}
        """#
}
