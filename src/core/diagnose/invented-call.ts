/** A call in a form that models invent: the tools that it names, and where it begins. */
export interface InventedCall {
  readonly names: readonly string[];
  readonly from: number;
  /** Whether it is code: readers that know the name of the function may read it. */
  readonly isCode: boolean;
}

/** A call as code, or several on lines of their own, and nothing else; and the name on each line. */
const CODE =
  /^\s{0,8}(?:print\()?([a-z_][\w.]{1,63})\(\s{0,8}\w{1,40} ?= ?["'\d[{TFN][^\n]{0,2000}\)(?:[ \t]{0,8}\n\s{0,8}[a-z_][\w.]{1,63}\([^\n]{0,2000}\)){0,20}\s*$/;
const NAME_IN_CODE = /^\s{0,8}(?:print\()?([a-z_][\w.]{1,63})\(/gm;

/**
 * Forms that models invent, or copy from a transcript, in which no server looks for a call: a name in words, and an object
 * beside it. Bounded: each looks at a line or two.
 */
const INVENTED: readonly RegExp[] = [
  CODE,
  /^\s{0,8}\[(?:Calling tool|Tool call|TOOL_CALL|Tool Use|Call(?:ing)? function)[ :]{1,3}([\w.-]{1,64})\b[^\n{]{0,40}(?:\{|\]\n\s{0,8}Arguments: ?\{)/im,
  /^\s{0,8}\[?\{?\s{0,8}tool ?=> ?"([\w.-]{1,64})", ?args ?=>/im,
  /^\s{0,8}(?:#{1,3} )?(?:Thought: )?(?:Tool|Function|Action)(?: name)?: `?([\w.-]{1,64}(?: [\w.-]{1,40}){0,6})`?[ \t]{0,8}\n\s{0,8}(?:Input|Arguments|Args|Parameters|Action Input): ?\{/im,
  // The name of a tool as a tag with nothing in it. A list that is empty looks the same.
  /^\s{0,8}<(?!tool_|function_)(?=[a-z_]{1,80}(?<!_(?:list|items|results|data))>)([a-z]{2,20}(?:_[a-z]{2,20}){1,4})>\s{0,8}<\/\1>\s*$/m,
  // A tag for the name, and one for the arguments.
  /^\s{0,8}<(?:function|tool)[-_]name>\s{0,8}([\w.-]{1,64})\s{0,8}<\/(?:function|tool)[-_]name>\s{0,8}<(?:arguments|parameters|args|input)>\s{0,8}\{/im,
  // The words of Qwen-Agent in the brackets of another model.
  /^\s{0,8}\[FUNCTION\] ?([\w.-]{1,64})\s{0,8}\[ARGS\] ?\{/m,
  // The special token of Mistral without its brackets.
  /(?<![[\w])TOOL_CALLS ?([a-z][\w.-]{1,63}) ?(?:ARGS ?)?\{"/,
  // LM Studio's default form, with the name where its word is.
  /^\s{0,8}\[(?!TOOL_REQUEST\])([\w.-]{1,64})\]\s{0,8}\{[^]{1,2000}\}\s{0,8}\[END_TOOL_REQUEST\]/m,
  // Glaive's tag, with the object inside of it or after it.
  /^\s{0,8}<functioncall ?>?\s{0,8}\{\s{0,8}"name": ?"([\w.-]{1,64})"/im,
  // The block of the integration home-llm of Home Assistant: a service, and what it is for.
  /^\s{0,8}```homeassistant\s{0,8}\{\s{0,8}"(?:service|name)": ?"([a-z_]{1,40}\.[a-z_]{1,60})",\s{0,8}"(?:target_device|entity_id|area)": ?"/m,
  // The tags of CodeAct, which OpenHands asked for before it had tools: a tag says what runs the code in it.
  /^\s{0,8}<(execute_(?:bash|ipython|browse))>\s{0,8}(?=\S)[^<]{1,4000}(?:<(?!\/?execute_)[^<]{0,4000}){0,40}<\/\1>/m,
  // What a client told the model to write around a call: AutoGPT's `command` beside its `thoughts`.
  /[{,]\s{0,40}"(?:command|action|tool)": ?\{\s{0,40}"name": ?"([\w.-]{1,64})",\s{0,40}"(?:args|arguments|input)": ?\{/,
  // A list as clients have it, with the name where others say what kind of call it is.
  /[{,]\s{0,8}"tool_?[cC]alls": ?\[\s{0,8}\{\s{0,8}"id": ?"[\w-]{1,40}",\s{0,8}"type": ?"(?!function")([a-z][\w.-]{2,63})",\s{0,8}"\w{1,40}": ?["{\d[]/,
  // The steps of ReAct as one object, and the words of clients for a tool and what it takes; with more beside them it is data.
  /[{,]\s{0,8}"(?:Action|tool(?:_name)?)": ?"([\w.-]{1,64})",\s{0,8}"(?:Action Input|inputs?)": ?(?:\{|"[^"\n]{0,2000}(?:"\s{0,8}\}|$))/,
];

/** The calls of a text in the first form of which it has one. Null for none. */
export function inventedCall(text: string): InventedCall | null {
  for (const form of INVENTED) {
    const found = form.exec(text);
    if (found?.[1] === undefined || isInFence(text, found.index)) continue;
    const every = form === CODE ? NAME_IN_CODE : new RegExp(form, `g${form.flags}`);
    const names = Array.from(text.matchAll(every), ([, name = '']) => name);
    return { names, from: found.index, isCode: form === CODE };
  }
  return null;
}

/** Whether a place is inside of a fence, where examples are. */
export function isInFence(text: string, at: number): boolean {
  let fences = 0;
  for (let found = text.indexOf('```'); found >= 0 && found < at; found = text.indexOf('```', found + 3)) fences += 1;
  return fences % 2 === 1;
}
