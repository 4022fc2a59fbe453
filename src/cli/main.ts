// The command line for operators and publishers: masthead NOUN VERB. It uses the same models as the other doors, so
// that the same rules apply.
import '../node-version.ts';
import { runProgram } from './program.ts';

process.exitCode = await runProgram(process.argv.slice(2));
