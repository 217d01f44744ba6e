export { chatcliSystem as chatcli } from '../src/core/runtimes/chatcli/system.ts';
export { exathenaSystem as exathena } from '../src/core/runtimes/exathena/system.ts';
