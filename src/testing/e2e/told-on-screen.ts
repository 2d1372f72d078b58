import { expect, type Locator, type Page } from '@playwright/test';

/** The one message that stands on top of the page, with its title and what it says. */
export async function expectMessage(page: Page, title: string, description: string): Promise<void> {
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText(title, { exact: true })).toBeVisible();
  await expect(messages.getByText(description, { exact: true })).toBeVisible();
  await messages.getByRole('button', { name: 'Dismiss' }).click();
  await expect(messages.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
}

/** What the field itself is described by: an error that stands somewhere else helps nobody. */
export async function expectFieldError(form: Locator, label: string, message: string): Promise<void> {
  const field = form.getByLabel(label, { exact: true });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(message.replace(/[.()+]/g, '\\$&')));
}
