
import { extract } from '../src/core/index.ts';
{
  const payload=(i:number)=>`{"name": "read_file", "arguments": {"path": "/data/file-${i}.txt", "line": ${i}, "deep": {"a": [1, 2, 3], "b": "text \\"q\\""}}}`;
  const ps=Array.from({length:8000},(_,i)=>payload(i));
  const text=ps.map(p=>`~~~tool_call\n${p}\n~~~\n`).join('');
  const raw=ps.join('\n');
  const native=ps.map((p,i)=>({id:'c'+i,type:'function',function:{name:'read_file',arguments:p}}));
  const t=(f:()=>void,n=7)=>{const r:number[]=[];for(let i=0;i<n;i++){const a=performance.now();f();r.push(performance.now()-a);}return r.sort((a,b)=>a-b)[n>>1]!;};
  const jp=t(()=>{for(const p of ps)JSON.parse(p)});
  console.log('len',text.length,'JSON.parse',jp.toFixed(1));
  for (const [k,f] of Object.entries({fence:()=>extract({text}),rawd:()=>extract({text:raw}),native:()=>extract({tool_calls:native}),head:()=>extract({text:raw},{profile:'exathena-head'}),tag:()=>extract({text:ps.map(p=>`<tool_call>${p}</tool_call>`).join('\n')},{profile:'exathena-head'})})) {const m=t(f);console.log(k,m.toFixed(1),(m/jp).toFixed(2),(f() as any).calls.length,(f() as any).trace.length);}
  const prose='The quick brown fox, it said. '.repeat(35000);const m=t(()=>extract({text:prose}));console.log('prose MB/s',(prose.length/1e6/(m/1000)).toFixed(0));
}
