// The pump house in which all examples play: its tools, and calls of them.

export const tools = `[
  {
    "name": "read_gauge",
    "description": "Read one gauge of the pump house.",
    "schema": {
      "type": "object",
      "properties": {
        "dial": { "type": "string", "enum": ["oil", "water", "steam"] },
        "samples": { "type": "integer", "minimum": 1 }
      },
      "required": ["dial"]
    }
  },
  {
    "name": "open_valve",
    "description": "Open a valve. Never run two of these at once.",
    "schema": {
      "type": "object",
      "properties": { "valve": { "type": "string" }, "percent": { "type": "number" } },
      "required": ["valve", "percent"],
      "additionalProperties": false
    },
    "parallel_safe": false
  }
]`;

export const system = 'You look after a pump house. Check a gauge before you touch a valve.';

export const oilCall = '{"name": "read_gauge", "arguments": {"dial": "oil"}}';
/** What ChatCLI asks for. */
export const atCall = '{"tool_call": "@read_gauge", "args": {"dial": "oil"}}';
export const valveCall = '{"name": "open_valve", "arguments": {"valve": "B2", "percent": 40}}';
export const fence = (body: string): string => `~~~tool_call\n${body}\n~~~`;

// Both systems read a fence whose tool has a name with @: ExAthena for the fence, ChatCLI for the @.
export const bothTools = tools
  .replace('"read_gauge"', '"@read_gauge"')
  .replace('"open_valve"', '"@open_valve"')
  .replace('"required": ["dial"]\n    }', '"required": ["dial"]\n    },\n    "parallel_safe": true');
export const bothOil = fence('{"name": "@read_gauge", "arguments": {"dial": "oil"}}');
export const bothSteam = fence('{"name": "@read_gauge", "arguments": {"dial": "steam"}}');
export const bothValve = fence('{"name": "@open_valve", "arguments": {"valve": "B2", "percent": 40}}');
