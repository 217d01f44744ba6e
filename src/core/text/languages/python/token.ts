import type { PythonValue } from './value.ts';

export type Token =
  | {
      readonly kind: 'name';
      readonly from: number;
      readonly to: number;
      readonly text: string;
      readonly isKeyword: boolean;
    }
  | {
      readonly kind: 'number';
      readonly from: number;
      readonly to: number;
      readonly text: string;
      readonly value: PythonValue;
    }
  /** One literal with its prefix and its quotes, not yet decoded. */
  | {
      readonly kind: 'string';
      readonly from: number;
      readonly to: number;
      readonly text: string;
      readonly prefix: string;
    }
  | { readonly kind: 'operator'; readonly from: number; readonly to: number; readonly text: string }
  | {
      readonly kind: 'newline' | 'indent' | 'dedent' | 'end';
      readonly from: number;
      readonly to: number;
      readonly text: '';
    }
  /** What comes after it is not known. */
  | { readonly kind: 'error'; readonly from: number; readonly to: number; readonly text: ''; readonly message: string };
