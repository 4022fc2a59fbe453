// Vitest ends its workers by SIGTERM, without an `exit` event, so processes that a failed test left running would go on; this turns it into an exit.
if (!process.listeners('SIGTERM').some(({ name }) => name === 'endByExit')) {
  process.on('SIGTERM', function endByExit() {
    process.exit();
  });
}
