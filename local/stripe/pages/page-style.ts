/** The hosted pages' one stylesheet, served as a file so that their policy can forbid inline style. */
export const pageStyle = `
:root { --ink: #1a1f36; --soft: #525f7a; --ground: #f6f8fa; --card: #ffffff; --line: #c4cdd9; --act: #3d35b8; --on-act: #ffffff; --bad: #a3182b; --warn: #fff4cf; --on-warn: #4a3a00 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #eef1f6; --soft: #b3bccb; --ground: #12151c; --card: #1c212b; --line: #4a5466; --act: #a9a4ff; --on-act: #14122e; --bad: #ff9aa8; --warn: #3d3207; --on-warn: #ffeaa3 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
.notice { margin: 0; padding: 0.75rem 1rem; background: var(--warn); color: var(--on-warn); text-align: center; font-weight: 600 }
main { max-width: 34rem; margin: 1.5rem auto; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem }
h1 { font-size: 1.4rem; margin: 0 0 1rem }
h2 { font-size: 1.1rem; margin: 1.5rem 0 0.5rem }
table { width: 100%; border-collapse: collapse; margin: 0 0 1rem }
th, td { padding: 0.4rem 0; text-align: left; border-bottom: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere }
.amount { text-align: right; white-space: nowrap; padding-left: 1rem; font-variant-numeric: tabular-nums }
tfoot th, tfoot td { font-weight: 700; border-bottom: 0 }
fieldset { border: 1px solid var(--line); border-radius: 0.5rem; margin: 1.25rem 0 0; padding: 0.5rem 1rem 1rem }
legend { font-weight: 600; padding: 0 0.25rem }
label { display: block; margin: 0.75rem 0 0.25rem; font-weight: 600 }
label.choice { display: flex; gap: 0.6rem; align-items: baseline; font-weight: 400; margin: 0.5rem 0; min-height: 1.75rem }
input:not([type=radio]) { width: 100%; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: 0.4rem; padding: 0.6rem 0.7rem; min-height: 2.75rem }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; align-items: end }
button { font: inherit; font-weight: 700; width: 100%; min-height: 3rem; margin-top: 1.25rem; border: 1px solid var(--act); border-radius: 0.5rem; background: var(--act); color: var(--on-act); cursor: pointer }
button.quiet { background: transparent; color: var(--act) }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
a { color: var(--act) }
.alert { color: var(--bad); border: 1px solid var(--bad); border-radius: 0.5rem; padding: 0.6rem 0.9rem; font-weight: 600 }
.hint { color: var(--soft); font-size: 0.9rem; text-align: left }
.cancel { text-align: center; margin: 1.25rem 0 0 }
details { margin-top: 1.25rem }
code { font-size: 0.95em }
`
