import { extract } from '../src/core/index.ts';
const ps=Array.from({length:8000},(_,i)=>`{"name": "read_file", "arguments": {"path": "/data/file-${i}.txt", "line": ${i}, "deep": {"a": [1, 2, 3], "b": "text \\"q\\""}}}`);
const text=ps.map(p=>`~~~tool_call\n${p}\n~~~\n`).join('');
for (let i=0;i<40;i++){const a=performance.now();extract({text});if(i%8==0)console.log((performance.now()-a).toFixed(1));}
