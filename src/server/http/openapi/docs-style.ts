/** What the page has besides the site's style sheet, whose tokens it uses. */
export const docsStyle = `
body{margin:0 auto;max-width:76rem;padding:0 1rem 4rem;overflow-wrap:anywhere}
a{color:var(--color-primary-text);text-decoration:underline;text-underline-offset:.15em}
.skip{position:absolute;left:-999rem}
.skip:focus{left:1rem;top:.5rem;background:var(--color-surface);padding:.5rem 1rem}
header{padding:2rem 0 1rem;max-width:62ch}
h1{font-size:2.5rem;line-height:1.1;font-weight:650;margin:.5rem 0 1rem}
h2{font-size:1.75rem;line-height:1.2;font-weight:650;margin:3rem 0 .5rem}
h3{font-size:1.125rem;font-weight:600;margin:0 0 .5rem}
h4{font-size:.875rem;font-weight:600;color:var(--color-muted);margin:1.25rem 0 .25rem}
p{margin:0 0 .75rem}
code,pre,.verb,.refused,.done{font-family:var(--font-mono);font-size:.9em}
nav{border-block:1px solid var(--color-border);padding:.5rem 0}
nav a{display:block;padding:.3rem .5rem;border-radius:var(--radius-control);color:var(--color-text);text-decoration:none;font-size:.875rem}
nav a:hover{background:var(--color-sunken)}
nav ul{list-style:none;margin:0 0 .5rem;padding:0}
summary{padding:.45rem .5rem;font-weight:600}
nav .group{font-weight:600;font-size:1rem;padding:.45rem .5rem}
nav span{font-family:var(--font-mono);font-size:.8125rem}
article{border:1px solid var(--color-border);border-radius:var(--radius-card);background:var(--color-surface);padding:1rem;margin:1rem 0}
article:has(:target){border-color:var(--color-primary)}
.verb{display:inline-block;min-width:3.6em;font-weight:600;color:var(--color-primary-text)}
.verb.delete{color:var(--color-danger)}
.verb.post,.verb.put{color:var(--color-accent-text)}
.who{display:inline-block;font-size:.875rem;background:var(--color-sunken);border-radius:var(--radius-control);padding:.15rem .6rem}
.refused{color:var(--color-danger)}
.done{color:var(--color-success)}
dl{margin:0}
dl>div{display:grid;grid-template-columns:minmax(0,1fr);gap:0 1rem;padding:.45rem 0;border-top:1px solid var(--color-border)}
dd{margin:0;color:var(--color-muted)}
dd code,dd a{color:var(--color-text)}
.sample{margin-top:.25rem}
.sample summary{padding:.25rem 0;font-size:.875rem;color:var(--color-primary-text)}
pre{background:var(--color-sunken);border-radius:var(--radius-control);padding:.75rem;overflow:auto;max-height:26rem;color:var(--color-text);white-space:pre-wrap}
@media(min-width:40rem){dl>div{grid-template-columns:minmax(0,13rem) minmax(0,1fr)}article{padding:1.5rem}}
@media(min-width:64rem){
body{display:grid;grid-template-columns:19rem minmax(0,1fr);gap:0 3rem}
header{grid-column:1/-1}
main section:first-child h2{margin-top:.5rem}nav{border:0;border-top:1px solid var(--color-border);position:sticky;top:0;align-self:start;max-height:100dvh;overflow:auto}
}`.replaceAll('\n', '');
