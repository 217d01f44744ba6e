import { head, wanted, type Recipe } from './recipe.ts';

const TEMPLATE = '--chat-template-file ';

/**
 * `llama-server` parses only what its model wrote, so the library is asked, with what the server sets: several calls where the
 * template takes them, and the reasoning apart. Sources: common/chat.h, tests/test-chat.cpp and tools/server of ggml-org/llama.cpp.
 */
export const llamacppRecipe: Recipe = {
  language: 'cpp',
  write(input) {
    const { flag } = input.runtime;
    if (!flag.startsWith(TEMPLATE)) return null;
    const needs = [
      'Save it as tests/callscope.cpp in a checkout of ggml-org/llama.cpp and build it like tests/test-chat.cpp.',
      'Run it in the folder of the checkout.',
      `Expected: ${wanted(input)}`,
    ];
    return `${head(input, ...needs)}
#include "chat.h"

#include <fstream>
#include <iostream>
#include <sstream>

#include <nlohmann/json.hpp>

int main() {
    std::ifstream file(${cppText(`models/templates/${flag.slice(TEMPLATE.length)}`)});
    std::stringstream source;
    source << file.rdbuf();
    auto templates = common_chat_templates_init(nullptr, source.str());

    auto tools = nlohmann::ordered_json::array();
    for (const auto & function : nlohmann::ordered_json::parse(${cppText(input.tools === '' ? '[]' : input.tools)})) {
        tools.push_back({{"type", "function"}, {"function", function}});
    }
    common_chat_msg user;
    user.role    = "user";
    user.content = "Hello";
    common_chat_templates_inputs inputs;
    inputs.messages            = {user};
    inputs.tools               = common_chat_tools_parse_oaicompat(tools);
    inputs.parallel_tool_calls = common_chat_templates_get_caps(templates.get()).at("supports_parallel_tool_calls");
    inputs.reasoning_format    = COMMON_REASONING_FORMAT_DEEPSEEK;
    auto params                = common_chat_templates_apply(templates.get(), inputs);

    common_chat_parser_params parser_params(params);
    parser_params.reasoning_format = inputs.reasoning_format;
    parser_params.parser.load(params.parser);
    try {
        auto message = common_chat_parse(${cppText(input.text)}, /* is_partial= */ false, parser_params);
        std::cout << "content: " << message.content << "\\n";
        for (const auto & call : message.tool_calls) {
            std::cout << call.name << " " << call.arguments << "\\n";
        }
    } catch (const std::exception & error) {
        std::cout << "error: " << error.what() << "\\n";
    }
}
`;
  },
};

/** Every byte that a string literal of C++ does not have as it is, in octal digits: three of them, so that no digit joins in. */
function cppText(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => {
    const character = String.fromCharCode(byte);
    if (character === '\n') return '\\n';
    const isPlain = byte >= 0x20 && byte < 0x7f && !'"\\?'.includes(character);
    return isPlain ? character : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${bytes.join('')}"`;
}
