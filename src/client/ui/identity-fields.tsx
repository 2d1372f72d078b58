import { useId, useMemo } from 'react';
import { serverDate } from '../../shared/server-clock.ts';
import { countryNames } from '../lib/country-names.ts';
import type { FieldProps } from '../lib/use-form-fields.ts';
import { useHydrated } from '../lib/use-hydrated.ts';
import { DateField } from './date-field.tsx';
import { TextField } from './text-field.tsx';

/** The values of the empty fields. */
export const emptyIdentity = {
  dateOfBirth: '',
  phoneNumber: '',
  address: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
};

export type IdentityFieldName = keyof typeof emptyIdentity;

/** The fields for date of birth, phone and address. Place them in a two-column grid. */
export function IdentityFields({ field }: { field: (name: IdentityFieldName) => FieldProps }) {
  const countriesId = useId();
  // The country list and today's date are set only in the browser: a server that rendered the form could have other
  // values.
  const hydrated = useHydrated();
  const countries = useMemo(() => (hydrated ? countryNames() : []), [hydrated]);
  const today = hydrated ? serverDate().toISOString().slice(0, 10) : undefined;
  return (
    <>
      <DateField
        {...field('dateOfBirth')}
        label="Date of birth"
        min="1900-01-01"
        max={today}
        autoComplete="bday"
      />
      <TextField {...field('phoneNumber')} label="Phone number" type="tel" autoComplete="tel" />
      <TextField
        {...field('address')}
        label="Address"
        autoComplete="street-address"
        className="sm:col-span-2"
      />
      <TextField {...field('city')} label="City" autoComplete="address-level2" />
      <TextField
        {...field('state')}
        label="State"
        autoComplete="address-level1"
        hint="Or province, or region"
      />
      <TextField {...field('postalCode')} label="Postal code" autoComplete="postal-code" />
      <TextField {...field('country')} label="Country" autoComplete="country-name" list={countriesId} />
      <datalist id={countriesId}>
        {countries.map((country) => (
          <option key={country} value={country} />
        ))}
      </datalist>
    </>
  );
}
