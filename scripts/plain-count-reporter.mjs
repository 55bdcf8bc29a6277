// Ends a test run with one plain line that any CI can read: "N passed, N failed, N skipped".
export default class PlainCountReporter {
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    let broken = 0;
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state in counts) counts[state] += 1;
      }
      // A file that does not load has no tests to fail.
      if (module.errors().length > 0) broken += 1;
    }
    console.log(`${counts.passed} passed, ${counts.failed + broken} failed, ${counts.skipped} skipped`);
  }
}
