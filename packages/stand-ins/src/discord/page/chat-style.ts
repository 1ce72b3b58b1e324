/** CSS rules of the chat page, in addition to those that all pages share. */
export const CHAT_STYLE = `
main { max-width: none; padding: 0; }
.chat { display: grid; grid-template: "channel-bar talk side" calc(100dvh - 3.8rem) / 15rem minmax(0, 1fr) 20rem; }
.channel-bar { grid-area: channel-bar; padding: 1rem; border-right: 1px solid var(--line); overflow-y: auto; }
.channel-bar h1 { font-size: 1.125rem; margin: 0 0 1rem; line-height: 1.3; } .channel-bar h1 .small { display: block; font-weight: 400; }
.persona label { display: flex; } .persona select { width: 100%; }
.js .persona button { display: none; }
.channels { display: block; padding: 1rem 0 0; border: 0; }
.channels a { display: block; border-radius: .5rem; white-space: nowrap; min-height: 2.75rem; }
.channels a { overflow: hidden; text-overflow: ellipsis; } .thread { border-left: 2px solid var(--line); margin: .5rem 0; padding-left: .6rem; overflow-wrap: anywhere; }
.channels a:hover { color: var(--text); }
.channels a[aria-current] { background: var(--raised); color: var(--lamp); font-weight: 600; }
.talk { grid-area: talk; display: flex; flex-direction: column; min-width: 0; padding: 0 1rem 1rem; }
.talk h2 .small { font-weight: 400; } dialog h2 { margin: .25rem 0 .5rem; }
.talk h2 { font-size: 1.0625rem; margin: 0; padding: .9rem 0; border-bottom: 1px solid var(--line); }
.messages { list-style: none; margin: 0; padding: .75rem 0; flex: 1; overflow-y: auto; min-height: 0; }
.message { display: flex; gap: .75rem; padding: .5rem .5rem .5rem .4rem; border-radius: .5rem; border-left: 3px solid transparent; }
.message:hover { background: #1a1722; } .message.calls { border-left-color: var(--lamp); background: #221d1b; }
.message.private { background: #191d2a; border-left-color: var(--wait); }
.message .body { min-width: 0; flex: 1; } .message p { margin: 0; }
.byline { display: flex; flex-wrap: wrap; gap: .1rem .5rem; align-items: baseline; } .byline time { color: var(--quiet); font-size: .75rem; }
.byline .tag { font-size: .6875rem; padding: 0 .4rem; }
.cause { color: var(--quiet); font-size: .8125rem; overflow-wrap: anywhere; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; }
.text code, dd code { background: #0d0c11; border-radius: .25rem; padding: .05rem .3rem; white-space: pre-wrap; }
.text pre, dd pre { background: #0d0c11; border-radius: .5rem; padding: .6rem; margin: .3rem 0; overflow-x: auto; }
.text .heading { font-size: 1.1em; } .quote { border-left: 3px solid var(--line); padding-left: .5rem; display: inline-block; }
.mention { color: var(--lamp); background: #f2b45c22; border-radius: .25rem; padding: 0 .2rem; }
.spoiler { background: #3a3448; border-radius: .25rem; }
.avatar { flex: none; width: 2.5rem; height: 2.5rem; border-radius: .8rem; display: grid; place-items: center; font-weight: 700;
  color: #14121a; background: hsl(var(--hue, 40) 55% 68%); }
.thinking::after { content: ''; display: inline-block; width: .5rem; height: .5rem; margin-left: .4rem; border-radius: 50%; background: var(--lamp); animation: beat 1s infinite alternate; }
@keyframes beat { to { opacity: .2; } }
@media (prefers-reduced-motion: reduce) { .thinking::after { animation: none; } }
.embed { position: relative; background: var(--raised); border: 1px solid var(--line); border-left: 4px solid; border-radius: .5rem;
  padding: .75rem .9rem; margin: .4rem 0; max-width: 34rem; overflow: hidden; }
.embed h3 { font-size: 1rem; margin: 0 0 .3rem; overflow-wrap: anywhere; } .embed dl { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; margin: .5rem 0; }
.embed dl div.inline { flex: 1 1 8rem; min-width: 0; } .embed dl div.wide { flex: 1 1 100%; min-width: 0; } .embed dl:empty { display: none; }
.embed dt { font-size: .8125rem; color: var(--quiet); } .embed dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.embed img.thumb { float: right; width: 4.5rem; max-height: 4.5rem; object-fit: contain; margin-left: .75rem; }
.embed img.image { max-width: 100%; max-height: 18rem; border-radius: .4rem; }
.container { display: grid; gap: .5rem; max-width: 36rem; } .container hr { width: 100%; border: 0; border-top: 1px solid var(--line); margin: .2rem 0; }
.section { display: flex; gap: .75rem; justify-content: space-between; align-items: start; } .section > div { min-width: 0; } .section > :last-child { flex: none; }
.gallery { display: flex; flex-wrap: wrap; gap: .4rem; } .gap { height: .5rem; } .section img.thumb { width: 4.5rem; max-height: 4.5rem; object-fit: contain; }
button.primary { background: #35507f; } button.success { background: #22573c; } button.danger { background: #6d2b2b; }
button:disabled { opacity: .5; cursor: default; } a.button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0 .9rem;
  border: 1px solid var(--line); border-radius: .5rem; text-decoration: none; }
button[aria-busy=true] { opacity: .6; }
.commands { border-top: 1px solid var(--line); } .commands > summary, .command summary { cursor: pointer; padding: .6rem 0; }
.commands[open] > div { max-height: 40vh; overflow-y: auto; } .command { padding-left: .5rem; }
.composer { display: flex; gap: .5rem; } .composer input { flex: 1; min-width: 0; text-overflow: ellipsis; }
.side { grid-area: side; border-left: 1px solid var(--line); padding: .5rem 1rem; overflow-y: auto; font-size: .9375rem; }
.side .card { padding: .75rem; }
.people { list-style: none; padding: 0; margin: 0; } .people li { display: grid; grid-template-columns: auto 1fr; gap: .3rem .6rem; align-items: center; padding: .5rem 0; }
.people .avatar { width: 2rem; height: 2rem; border-radius: .6rem; } .who small { display: block; }
.actions { display: flex; flex-wrap: wrap; gap: .35rem; } .people .actions { grid-column: 1 / -1; }
.actions button { min-height: 2.25rem; padding: .1rem .6rem; font-size: .8125rem; }
.empty { padding: 2rem 0; } 
#notices { position: fixed; right: 1rem; bottom: 1rem; display: grid; gap: .5rem; max-width: min(26rem, calc(100vw - 2rem)); z-index: 2; }
.notice { background: var(--raised); border: 1px solid var(--lamp); border-radius: .6rem; padding: .7rem .9rem; overflow-wrap: anywhere; }
.notice.bad { border-color: var(--bad); }
dialog { background: var(--raised); color: var(--text); border: 1px solid var(--line); border-radius: .75rem; width: min(30rem, calc(100vw - 2rem)); }
dialog::backdrop { background: #000a; } dialog label { display: flex; margin: .6rem 0; } dialog textarea { font: inherit; color: var(--text);
  background: var(--ground); border: 1px solid var(--line); border-radius: .5rem; padding: .5rem; min-height: 7rem; }
@media (max-width: 70rem) {
  .chat { grid-template: "channel-bar talk" minmax(32rem, calc(100dvh - 3.8rem)) "side side" auto / 13rem minmax(0, 1fr); }
  .side { border-left: 0; border-top: 1px solid var(--line); }
}
@media (max-width: 44rem) {
  .chat { display: flex; flex-direction: column; }
  .channel-bar { border-right: 0; border-bottom: 1px solid var(--line); padding: .6rem 1rem 0; overflow: visible; }
  .channel-bar h1 { margin-bottom: .4rem; } .channel-bar h1 .small { display: inline; }
  .channels { display: flex; gap: .25rem; overflow-x: auto; padding: .5rem 0; }
  .channels a { flex: none; max-width: 14rem; }
  .messages { max-height: 56dvh; min-height: 16rem; }
}
`;

/** CSS rules of the consent page. */
export const CONSENT_STYLE = `
main { max-width: 30rem; padding-top: 2rem; }
.scopes { padding-left: 1.2rem; } fieldset { border: 0; padding: 0; margin: 1rem 0; display: grid; gap: .4rem; } legend { color: var(--quiet); padding: 0 0 .4rem; }
label.person { display: flex; flex-direction: row; align-items: center; gap: .75rem; padding: .5rem .75rem; border: 1px solid var(--line);
  border-radius: .6rem; cursor: pointer; font-size: 1rem; color: var(--text); min-height: 2.75rem; }
label.person:has(:checked) { border-color: var(--lamp); background: #221d1b; } label.person em { margin-left: auto; color: var(--quiet); font-style: normal; font-size: .8125rem; }
label.person small { display: block; color: var(--quiet); } label.person input { min-height: 0; accent-color: var(--lamp); }
.avatar { flex: none; width: 2.25rem; height: 2.25rem; border-radius: .7rem; display: grid; place-items: center; font-weight: 700;
  color: #14121a; background: hsl(var(--hue, 40) 55% 68%); }
.buttons button { flex: 1; }
`;
