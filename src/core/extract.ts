import { diagnose } from './diagnose/index.ts';
import type { Extraction, ExtractOptions } from './extraction.ts';
import { profileList } from './profiles/index.ts';
import type { Profile } from './profiles/profile.ts';
import { singleFormat } from './profiles/single-format.ts';
import { openDocument, type ProviderResponse } from './response.ts';

/**
 * Finds the tool calls of a whole response as one runtime would, or, with the profile `format:<id>`, the calls of one
 * format. Never throws on input; an unknown profile id means the default.
 */
export function extract(response: ProviderResponse, options: ExtractOptions = {}): Extraction {
  const profile = profileOf(options.profile);
  return diagnosed(profile.extract(openDocument(response), options.capabilities ?? {}, options.tools ?? []));
}

export function diagnosed(extraction: Extraction): Extraction {
  return { ...extraction, diagnoses: diagnose(extraction) };
}

export function profileOf(id: string | undefined): Profile {
  return profileList.find((profile) => profile.id === id) ?? singleFormat(id ?? '') ?? (profileList[0] as Profile);
}
