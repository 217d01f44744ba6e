import { diagnose } from './diagnose/index.ts';
import { learnWording } from './trace/explain.ts';
import type { Extraction, ExtractOptions } from './trace/extraction.ts';
import { customProfile } from './runtimes/own/custom.ts';
import { profileList } from './runtimes/index.ts';
import type { Profile } from './runtimes/runtime.ts';
import { singleFormat } from './runtimes/own/single-format.ts';
import { openDocument, type ProviderResponse } from './document/response.ts';

/**
 * Finds the tool calls of a whole response as one runtime would, or, with the profile `format:<id>`, the calls of one
 * format. Never throws on input; an unknown profile id means the default.
 */
export function extract(response: ProviderResponse, options: ExtractOptions = {}): Extraction {
  const profile = profileOf(options);
  return completed(profile, read(profile, response, options), options);
}

function read(
  profile: Profile,
  response: ProviderResponse,
  { capabilities = {}, tools = [] }: ExtractOptions,
): Extraction {
  return profile.extract(openDocument(response), capabilities, tools);
}

/** What a profile found, with the diagnoses and the words for its steps. */
export function completed(profile: Profile, extraction: Extraction, options: ExtractOptions): Extraction {
  const { wording } = profile;
  learnWording(wording);
  const diagnoses = diagnose(extraction, {
    tools: options.tools ?? [],
    reread: (response) => read(profile, response, options),
  });
  return { ...extraction, diagnoses, ...(wording === undefined ? {} : { wording }) };
}

export function profileOf({ profile: id, custom }: ExtractOptions): Profile {
  if (id === 'custom') return customProfile(custom ?? undefined);
  return profileList.find((profile) => profile.id === id) ?? singleFormat(id ?? '') ?? (profileList[0] as Profile);
}
