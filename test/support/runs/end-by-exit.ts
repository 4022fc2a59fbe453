// Vitest ends its workers by SIGTERM, of which a process hears no `exit`: what a failed test has left running would go on.
if (!process.listeners('SIGTERM').some(({ name }) => name === 'endByExit')) {
  process.on('SIGTERM', function endByExit() {
    process.exit();
  });
}
