import { head, quotedText, wanted, type Recipe, type RecipeInput } from './recipe.ts';

const PARSER = 'PARSER ';
const TAG = "template's tag ";

/** Sources: model/parsers/parsers.go and tools/tools.go of ollama/ollama. */
export const ollamaRecipe: Recipe = {
  language: 'go',
  write(input) {
    const { flag } = input.runtime;
    if (flag.startsWith(PARSER)) return parserTest(input, flag.slice(PARSER.length));
    return flag.startsWith(TAG) ? tagTest(input, flag.slice(TAG.length)) : null;
  },
};

function parserTest(input: RecipeInput, name: string): string {
  return goTest(input, {
    folder: 'model/parsers',
    name: 'parsers',
    run: `	parser := ParserForName(${goText(name)})
	parser.Init(tools, nil, nil)
	var calls []api.ToolCall
	var content string
	// The reply as one piece, and then the empty one that ends it.
	for _, piece := range []string{reply, ""} {
		text, _, found, err := parser.Add(piece, piece == "")
		if err != nil {
			return nil, "", err
		}
		calls = append(calls, found...)
		content += text
	}
	return calls, content, nil`,
  });
}

function tagTest(input: RecipeInput, tag: string): string {
  return goTest(input, {
    folder: 'tools',
    name: 'tools',
    run: `	parser := NewParserWithTag(tools, ${goText(tag)})
	calls, content := parser.Add(reply)
	return calls, content + parser.Content(), nil`,
  });
}

interface Package {
  readonly folder: string;
  readonly name: string;
  /** The body of a function of `reply` and `tools` that returns calls, content and an error. */
  readonly run: string;
}

function goTest(input: RecipeInput, { folder, name, run }: Package): string {
  const needs = `Save it as ${folder}/callscope_test.go in a checkout of ollama/ollama. Run: go test ./${folder} -run Callscope -v`;
  const tools = input.tools === '' ? '[]' : input.tools;
  return `${head(input, needs)}
package ${name}

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/ollama/ollama/api"
)

func callscopeRead(reply string, tools []api.Tool) ([]api.ToolCall, string, error) {
${run}
}

func TestCallscope(t *testing.T) {
	var functions []json.RawMessage
	if err := json.Unmarshal([]byte(${goText(tools)}), &functions); err != nil {
		t.Fatal(err)
	}
	tools := make([]api.Tool, len(functions))
	for i, function := range functions {
		tool := append(append([]byte(\`{"type": "function", "function": \`), function...), '}')
		if err := json.Unmarshal(tool, &tools[i]); err != nil {
			t.Fatal(err)
		}
	}
	calls, content, err := callscopeRead(${goText(input.text)}, tools)
	t.Logf("content: %q, error: %v", content, err)
	var got any = "error"
	if err == nil {
		pairs := []any{}
		for _, call := range calls {
			pairs = append(pairs, []any{call.Function.Name, call.Function.Arguments})
		}
		text, _ := json.Marshal(pairs)
		_ = json.Unmarshal(text, &got)
	}
	var want any
	if err := json.Unmarshal([]byte(${goText(wanted(input))}), &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
`;
}

/** Go has no text with half a surrogate pair. */
function goText(text: string): string {
  return quotedText(text.replaceAll(/\p{Cs}/gu, '\ufffd'));
}
