import { waitFor, within } from '@testing-library/dom';
import { expect } from 'vitest';
import { numberedImage } from '../images.ts';
import type { Screen } from './open-screen.ts';

/** Expects that the field is invalid and has the message as its accessible description. */
export function expectFieldError(form: HTMLElement, label: string, message: string): Promise<void> {
  return waitFor(() => {
    const field = within(form).getByLabelText(label);
    expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(field).toHaveAccessibleDescription(expect.stringContaining(message));
  });
}

/** Valid values of the fields of an application, apart from the names. By label. */
export const applicationDetails = {
  'Date of birth': '1990-01-31',
  'Phone number': '+1 555 010 0199',
  Address: '1 Main Street',
  City: 'Trenton',
  State: 'New Jersey',
  Country: 'United States',
  'Postal code': '08601',
  'Document 1 number': 'X1234567',
  'Document 2 number': 'Y7654321',
};

/** Selects an image for one side of an identity document: a JPEG for the front, a PNG for the back. */
export async function pickSide(screen: Screen, form: HTMLElement, side: 'Front' | 'Back'): Promise<void> {
  const { seed, format } =
    side === 'Front' ? { seed: 1, format: 'jpeg' as const } : { seed: 2, format: 'png' as const };
  const bytes = new Uint8Array(await numberedImage(seed, format));
  const file = new window.File([bytes], `${side}.${format}`, { type: `image/${format}` });
  await screen.user.upload(within(form).getByLabelText(new RegExp(`^${side} side`)), file);
}
