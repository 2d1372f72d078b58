import { notInSandbox, StripeApiError } from './api-error.ts';
import type { RawParams } from './form-encoding.ts';

export type Metadata = Record<string, string>;
export type Range = { gt?: number; gte?: number; lt?: number; lte?: number };

const metadataLimits = { keys: 50, keyLength: 40, valueLength: 500 };

function invalid(code: string, message: string, param: string): StripeApiError {
  return new StripeApiError(400, message, { code, param });
}

/**
 * Reads parameters by name and type. Every error carries Stripe's code and the full name of the parameter. Parameters
 * that have not been read when `rejectUnread` is called are unknown (400 `parameter_unknown`).
 */
export class ParamReader {
  readonly #raw: RawParams;
  readonly #prefix: string;
  readonly #read = new Set<string>();
  readonly #inner: ParamReader[] = [];

  constructor(raw: RawParams, prefix = '') {
    this.#raw = raw;
    this.#prefix = prefix;
  }

  /** `price_data` inside `line_items[0]` is `line_items[0][price_data]`. */
  nameOf(name: string): string {
    return this.#prefix === '' ? name : `${this.#prefix}[${name}]`;
  }

  has(name: string): boolean {
    return this.#raw[name] !== undefined;
  }

  #text(name: string): string | undefined {
    this.#read.add(name);
    const value = this.#raw[name];
    if (value === undefined || typeof value === 'string') return value;
    throw invalid('parameter_invalid_string', `Invalid string: ${this.nameOf(name)}`, this.nameOf(name));
  }

  /** Text that cannot be unset; `max` in characters. */
  text(name: string, max = 5_000): string | undefined {
    const value = this.#text(name);
    const param = this.nameOf(name);
    if (value === '') {
      throw invalid(
        'parameter_invalid_empty',
        `You passed an empty string for '${param}'. Remove it from your request or supply a value.`,
        param,
      );
    }
    if (value !== undefined && value.length > max) {
      throw invalid('parameter_invalid_string', `Invalid string: must be at most ${max} characters`, param);
    }
    return value;
  }

  /** Text where an empty value means null. */
  nullableText(name: string, max = 5_000): string | null | undefined {
    if (this.#raw[name] === '') {
      this.#read.add(name);
      return null;
    }
    return this.text(name, max);
  }

  requiredText(name: string, max?: number): string {
    return this.text(name, max) ?? this.#missing(name);
  }

  oneOf<Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = values.find((candidate) => candidate === text);
    if (value !== undefined) return value;
    const param = this.nameOf(name);
    throw invalid('parameter_invalid_enum', `Invalid ${param}: must be one of ${values.join(', ')}`, param);
  }

  integer(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text);
    if (/^-?\d+$/.test(text) && Number.isSafeInteger(value)) return value;
    throw invalid('parameter_invalid_integer', `Invalid integer: ${text.slice(0, 40)}`, this.nameOf(name));
  }

  requiredInteger(name: string): number {
    return this.integer(name) ?? this.#missing(name);
  }

  /** At most two decimal places. */
  decimal(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined || /^-?\d{1,12}(\.\d{1,2})?$/.test(text))
      return text === undefined ? text : Number(text);
    throw invalid(
      'parameter_invalid_decimal',
      `Invalid decimal: ${text.slice(0, 40)}; must contain a maximum of two decimal places.`,
      this.nameOf(name),
    );
  }

  boolean(name: string): boolean | undefined {
    const text = this.text(name);
    if (text === undefined || text === 'true' || text === 'false')
      return text === undefined ? text : text === 'true';
    throw invalid('parameter_invalid_boolean', `Invalid boolean: ${text.slice(0, 40)}`, this.nameOf(name));
  }

  /** An absolute URL with a scheme, returned as sent, because `{CHECKOUT_SESSION_ID}` must not be encoded. */
  url(name: string): string | undefined {
    const text = this.text(name);
    if (text !== undefined && !(/^https?:\/\//.test(text) && URL.canParse(text))) {
      throw new StripeApiError(400, 'Not a valid URL', { code: 'url_invalid', param: this.nameOf(name) });
    }
    return text;
  }

  email(name: string): string | undefined {
    const text = this.text(name, 512);
    if (text === undefined || /^[^\s@]+@[^\s@]+$/.test(text)) return text;
    throw new StripeApiError(400, `Invalid email address: ${text.slice(0, 60)}`, {
      code: 'email_invalid',
      param: this.nameOf(name),
    });
  }

  object(name: string): ParamReader | undefined {
    this.#read.add(name);
    const value = this.#raw[name];
    if (value === undefined) return undefined;
    if (typeof value === 'string') {
      throw invalid('parameter_invalid_object', 'Invalid object', this.nameOf(name));
    }
    const reader = new ParamReader(value, this.nameOf(name));
    this.#inner.push(reader);
    return reader;
  }

  /** A list of objects, in index order. */
  objects(name: string): ParamReader[] {
    const list = this.object(name);
    if (!list) return [];
    return Object.keys(list.#raw)
      .sort((left, right) => Number(left) - Number(right))
      .flatMap((key) => list.object(key) ?? []);
  }

  /** A list of texts, in index order. */
  texts(name: string): string[] {
    const list = this.object(name);
    if (!list) return [];
    return Object.keys(list.#raw).map((key) => list.requiredText(key));
  }

  /** `created`: an exact second, or bounds in seconds. */
  range(name: string): Range | undefined {
    if (typeof this.#raw[name] === 'string') {
      const exact = this.requiredInteger(name);
      return { gte: exact, lte: exact };
    }
    const bounds = this.object(name);
    if (!bounds) return undefined;
    const range: Range = {};
    for (const bound of ['gt', 'gte', 'lt', 'lte'] as const) {
      const value = bounds.integer(bound);
      if (value !== undefined) range[bound] = value;
    }
    return range;
  }

  /** Merges the sent metadata into `current`. An empty value removes its key; empty metadata removes all keys. */
  metadata(name: string, current: Metadata = {}): Metadata {
    if (this.#raw[name] === '') {
      this.#read.add(name);
      return {};
    }
    const merged = { ...current };
    const sent = this.object(name);
    if (!sent) return merged;
    for (const key of Object.keys(sent.#raw)) {
      const value = sent.nullableText(key, metadataLimits.valueLength);
      if (key.length > metadataLimits.keyLength) {
        throw invalid(
          'parameter_invalid_string',
          `Metadata keys can be up to ${metadataLimits.keyLength} characters.`,
          this.nameOf(name),
        );
      }
      if (typeof value === 'string') merged[key] = value;
      else delete merged[key];
    }
    if (Object.keys(merged).length > metadataLimits.keys) {
      throw invalid(
        'parameter_invalid_object',
        `Metadata can have up to ${metadataLimits.keys} keys.`,
        this.nameOf(name),
      );
    }
    return merged;
  }

  /** Rejects the named parameters if sent: Stripe supports them, the sandbox does not. */
  rejectUnsupported(names: readonly string[]): void {
    for (const name of names) if (this.has(name)) throw notInSandbox(this.nameOf(name));
  }

  /** @throws StripeApiError 400 `parameter_unknown` for parameters that were sent but never read, at any level. */
  rejectUnread(): void {
    const unknown = Object.keys(this.#raw).find((name) => !this.#read.has(name));
    if (unknown !== undefined) {
      const param = this.nameOf(unknown);
      throw invalid('parameter_unknown', `Received unknown parameter: ${param}`, param);
    }
    for (const inner of this.#inner) inner.rejectUnread();
  }

  #missing(name: string): never {
    const param = this.nameOf(name);
    throw invalid('parameter_missing', `Missing required param: ${param}.`, param);
  }
}
