import { EditorContent, useEditor, useEditorState } from '@tiptap/react';
import type { Editor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { useEffect, useRef, useState } from 'react';
import type { InputProps } from '#web/resource/kindWeb.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { linkIsSafe } from './RichText.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './RichText.module.css';

const EMPTY = '<p></p>';

const texts = {
  tools: { zh: '格式', en: 'Format' },
  bold: { zh: '加粗', en: 'Bold' },
  italic: { zh: '斜体', en: 'Italic' },
  underline: { zh: '下划线', en: 'Underline' },
  heading: { zh: '标题', en: 'Heading' },
  subheading: { zh: '小标题', en: 'Subheading' },
  bullets: { zh: '项目符号', en: 'Bullet list' },
  numbers: { zh: '编号', en: 'Numbered list' },
  quote: { zh: '引用', en: 'Quote' },
  link: { zh: '链接', en: 'Link' },
  unlink: { zh: '去掉链接', en: 'Remove the link' },
  setLink: { zh: '确定', en: 'Set' },
  address: { zh: '地址', en: 'Address' },
  badLink: {
    zh: '应为 https://、http://、mailto: 或 tel: 开头的完整地址',
    en: 'A whole address that begins with https://, http://, mailto: or tel:',
  },
};

/** Writes formatted text: bold, headings, lists, links, quotes. What it hands on is HTML, empty where nothing is written. */
export default function RichTextEditor({ id, value, onChange, invalid, describedBy, label }: InputProps) {
  const given = value == null ? '' : String(value);
  const written = useRef(given);
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3, 4] },
        link: { openOnClick: false, isAllowedUri: (url) => linkIsSafe(url) },
      }),
    ],
    content: given,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        ...(id ? { id } : {}),
        ...(label ? { 'aria-label': label } : {}),
        ...(describedBy ? { 'aria-describedby': describedBy } : {}),
        'aria-invalid': String(invalid ?? false),
      },
    },
    onUpdate: ({ editor: at }) => {
      const html = at.getHTML();
      written.current = html === EMPTY ? '' : html;
      onChange(written.current);
    },
  });
  useEffect(() => {
    // A text that came from outside, such as the kept one after saving, replaces what stands there.
    if (given === written.current || editor.isDestroyed) return;
    written.current = given;
    editor.commands.setContent(given, { emitUpdate: false });
  }, [editor, given]);
  return (
    <div className={`${styles.editor} ${invalid ? styles.invalid : ''}`}>
      <Tools editor={editor} />
      <div className={`${styles.area} ${styles.text}`}>
        <EditorContent editor={editor} />
      </div>
    </div>
  );
}

const MARKS = [
  ['bold', 'B', (e: Editor) => e.chain().focus().toggleBold().run(), (e: Editor) => e.isActive('bold')],
  ['italic', 'I', (e: Editor) => e.chain().focus().toggleItalic().run(), (e: Editor) => e.isActive('italic')],
  [
    'underline',
    'U',
    (e: Editor) => e.chain().focus().toggleUnderline().run(),
    (e: Editor) => e.isActive('underline'),
  ],
  [
    'heading',
    'H2',
    (e: Editor) => e.chain().focus().toggleHeading({ level: 2 }).run(),
    (e: Editor) => e.isActive('heading', { level: 2 }),
  ],
  [
    'subheading',
    'H3',
    (e: Editor) => e.chain().focus().toggleHeading({ level: 3 }).run(),
    (e: Editor) => e.isActive('heading', { level: 3 }),
  ],
  [
    'bullets',
    '•',
    (e: Editor) => e.chain().focus().toggleBulletList().run(),
    (e: Editor) => e.isActive('bulletList'),
  ],
  [
    'numbers',
    '1.',
    (e: Editor) => e.chain().focus().toggleOrderedList().run(),
    (e: Editor) => e.isActive('orderedList'),
  ],
  [
    'quote',
    '❝',
    (e: Editor) => e.chain().focus().toggleBlockquote().run(),
    (e: Editor) => e.isActive('blockquote'),
  ],
] as const;

function Tools({ editor }: { readonly editor: Editor }) {
  const say = useText();
  const [link, setLink] = useState<string | null>(null);
  const pressed = useEditorState({
    editor,
    selector: ({ editor: at }) => [...MARKS.map(([, , , on]) => on(at)), at.isActive('link')],
  });
  return (
    <div className={styles.bar} role="toolbar" aria-label={say(texts.tools)}>
      {MARKS.map(([name, sign, run], i) => (
        <button
          key={name}
          type="button"
          className={styles.tool}
          data-mark={name}
          aria-label={sign.length > 1 ? `${sign} ${say(texts[name])}` : say(texts[name])}
          title={say(texts[name])}
          aria-pressed={pressed[i] ?? false}
          onClick={() => run(editor)}
        >
          {sign}
        </button>
      ))}
      <button
        type="button"
        className={styles.tool}
        title={say(texts.link)}
        aria-pressed={pressed[MARKS.length] ?? false}
        onClick={() => setLink(String(editor.getAttributes('link')['href'] ?? ''))}
      >
        {say(texts.link)}
      </button>
      {link !== null && <LinkDialog editor={editor} first={link} onClose={() => setLink(null)} />}
    </div>
  );
}

function LinkDialog({
  editor,
  first,
  onClose,
}: {
  readonly editor: Editor;
  readonly first: string;
  readonly onClose: () => void;
}) {
  const say = useText();
  const [href, setHref] = useState(first);
  const safe = linkIsSafe(href);
  const set = (): void => {
    editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
    onClose();
  };
  return (
    <Dialog
      title={say(texts.link)}
      onClose={onClose}
      foot={
        <>
          {first !== '' && (
            <Button
              onClick={() => {
                editor.chain().focus().extendMarkRange('link').unsetLink().run();
                onClose();
              }}
            >
              {say(texts.unlink)}
            </Button>
          )}
          <Button kind="primary" disabled={!safe} onClick={set}>
            {say(texts.setLink)}
          </Button>
        </>
      }
    >
      <label className={`${kit.stackTight} ${styles.linkField}`}>
        {say(texts.address)}
        <input
          data-focus
          type="url"
          value={href}
          placeholder="https://"
          onChange={(event) => setHref(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            if (safe) set();
          }}
        />
      </label>
      {href !== '' && !safe && <p role="alert">{say(texts.badLink)}</p>}
    </Dialog>
  );
}
