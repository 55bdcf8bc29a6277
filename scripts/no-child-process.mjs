// Stands in for `node:child_process` in what commander is bundled with: it starts programs for commands that are not its
// own, of which Winnow has none, and the module takes two milliseconds to load.
