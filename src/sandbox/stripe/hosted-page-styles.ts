/** The style sheet of the hosted pages, with the academy's colors for light and dark. No web fonts are loaded. */
export const hostedPageStyles = `
:root {
  color-scheme: light dark;
  --bg: light-dark(oklch(0.985 0.004 95), oklch(0.185 0.014 240));
  --surface: light-dark(oklch(1 0 0), oklch(0.225 0.016 240));
  --sunken: light-dark(oklch(0.962 0.006 95), oklch(0.16 0.013 240));
  --border: light-dark(oklch(0.89 0.008 95), oklch(0.32 0.018 240));
  --control: light-dark(oklch(0.62 0.012 95), oklch(0.57 0.02 240));
  --text: light-dark(oklch(0.22 0.02 255), oklch(0.95 0.006 95));
  --muted: light-dark(oklch(0.46 0.02 255), oklch(0.77 0.014 240));
  --primary: light-dark(oklch(0.44 0.074 215), oklch(0.78 0.095 205));
  --primary-hover: light-dark(oklch(0.38 0.063 215), oklch(0.84 0.085 205));
  --on-primary: light-dark(oklch(0.99 0.005 215), oklch(0.2 0.03 215));
  --primary-text: light-dark(oklch(0.42 0.07 215), oklch(0.82 0.085 205));
  --warning: light-dark(oklch(0.45 0.09 80), oklch(0.84 0.125 88));
  --warning-soft: light-dark(oklch(0.96 0.045 90), oklch(0.31 0.045 80));
  --danger: light-dark(oklch(0.52 0.18 27), oklch(0.76 0.125 25));
  --danger-soft: light-dark(oklch(0.955 0.022 25), oklch(0.3 0.065 25));
  --focus: light-dark(oklch(0.55 0.145 250), oklch(0.75 0.13 240));
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); line-height: 1.5;
  font: 16px/1.5 "Instrument Sans", system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.sandbox { background: var(--warning-soft); color: var(--warning); padding: 8px 16px; text-align: center;
  font-size: 14px; font-weight: 600; }
main { max-width: 960px; margin: 0 auto; padding: 32px 16px 72px; display: grid; gap: 32px; }
main.narrow { max-width: 520px; }
@media (min-width: 800px) {
  main:not(.narrow) { grid-template-columns: 5fr 6fr; gap: 72px; padding-top: 56px; }
}
.check { display: flex; gap: 12px; align-items: baseline; font-weight: 400; }
.check input { width: auto; min-height: 0; }
h1 { font-size: 18px; line-height: 1.4; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 18px; margin: 0 0 16px; }
p { margin: 8px 0 0; }
a { color: var(--primary-text); }
.amount { font-size: 40px; line-height: 1.1; font-weight: 650; margin: 12px 0 0; }
.muted { color: var(--muted); }
.small { font-size: 14px; }
.lines { list-style: none; margin: 24px 0 0; padding: 16px 0 0; border-top: 1px solid var(--border); }
.lines li { display: flex; gap: 16px; justify-content: space-between; }
.lines li > :last-child { white-space: nowrap; }
.lines span:first-child { overflow-wrap: anywhere; min-width: 0; }
.back { display: inline-block; margin-bottom: 24px; padding: 8px 0; }
.panel { background: var(--surface); border: 1px solid var(--border); border-radius: 12px; padding: 24px; }
.field { margin-bottom: 16px; min-width: 0; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
label { display: block; font-size: 14px; font-weight: 600; margin-bottom: 4px; }
input { width: 100%; min-height: 44px; padding: 8px 12px; font: inherit; color: inherit;
  background: var(--surface); border: 1px solid var(--control); border-radius: 8px; }
input[readonly] { background: var(--sunken); color: var(--muted); }
input[aria-invalid="true"] { border-color: var(--danger); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.error { color: var(--danger); font-size: 14px; margin: 4px 0 0; }
.alert { background: var(--danger-soft); border-radius: 8px; padding: 12px 16px; margin: 0 0 16px;
  color: var(--danger); font-weight: 600; }
.button { display: block; width: 100%; min-height: 48px; border: 0; border-radius: 8px; padding: 12px 16px;
  background: var(--primary); color: var(--on-primary); font: inherit; font-weight: 650; text-align: center;
  text-decoration: none; cursor: pointer; }
.button:hover { background: var(--primary-hover); }
.button.quiet { background: transparent; color: var(--text); border: 1px solid var(--control); margin-top: 12px; }
.button.quiet:hover { background: var(--sunken); }
p.actions, form.actions { margin-top: 24px; }
.notice { background: var(--sunken); border-radius: 8px; padding: 12px 16px; margin: 0; font-weight: 600; }
.cards:not(.panel) { margin-top: 24px; }
main > .back { margin: 0; }
.cards ul { list-style: none; margin: 8px 0 0; padding: 0; border-top: 1px solid var(--border); }
.cards li { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 16px;
  padding: 8px 0; border-bottom: 1px solid var(--border); font-size: 14px; }
.cards code { font: 14px/1.5 "JetBrains Mono", ui-monospace, monospace; }
.cards button { min-height: 32px; padding: 4px 12px; border: 1px solid var(--control); border-radius: 8px;
  background: transparent; color: inherit; font: inherit; cursor: pointer; }
.cards button:hover { background: var(--sunken); }
.cards div { min-width: 0; }
`;
