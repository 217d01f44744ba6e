export { chatcliSystem as chatcli } from '../src/core/agents/chatcli/system.ts';
export { exathenaSystem as exathena } from '../src/core/agents/exathena/system.ts';
