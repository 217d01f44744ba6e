import { diagnose } from './diagnose/index.ts';
import type { Extraction, ExtractOptions } from './extraction.ts';
import { profileList } from './profiles/index.ts';
import type { Profile } from './profiles/profile.ts';
import { openDocument, type ProviderResponse } from './response.ts';

/** Finds the tool calls of a whole response as one runtime would. Never throws on input; an unknown profile id means the default. */
export function extract(response: ProviderResponse, options: ExtractOptions = {}): Extraction {
  const { profile, capabilities = {}, tools = [] } = options;
  const extraction = profileOf(profile).extract(openDocument(response), capabilities, tools);
  return { ...extraction, diagnoses: diagnose(extraction) };
}

export function profileOf(id: string | undefined): Profile {
  return profileList.find((profile) => profile.id === id) ?? (profileList[0] as Profile);
}
