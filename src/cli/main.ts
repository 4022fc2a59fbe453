// The command line of operators and publishers: masthead NOUN VERB. It works on the same records as the other doors, so whatever they refuse
// is refused here too.
import '../node-version.ts';
import { runProgram } from './program.ts';

process.exitCode = await runProgram(process.argv.slice(2));
