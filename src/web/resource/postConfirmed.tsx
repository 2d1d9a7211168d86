import { textIn } from '#contract/text.ts';
import type { ToConfirm } from '#contract/error.ts';
import { ApiError, post, type Params } from '#web/api.ts';
import { currentLanguage } from '#web/text/language.ts';
import { say } from '#web/text/useTexts.ts';
import { confirm } from '#web/ui/Confirm.tsx';

const effectsOf = ({ code, data }: ApiError): ToConfirm['confirm'] | null =>
  code === 409 && typeof data === 'object' && data !== null && 'confirm' in data
    ? (data as ToConfirm).confirm
    : null;

/**
 * Posts a change, and asks the person where the server tells first what it would do. Resolves with what the server
 * answered, or null where the change was not meant; throws `ApiError` without a notification.
 */
export async function postConfirmed<T>(path: string, params: Params): Promise<{ readonly answer: T } | null> {
  try {
    return { answer: await post<T>(path, params, { quiet: true }) };
  } catch (error) {
    const effects = error instanceof ApiError ? effectsOf(error) : null;
    if (!effects) throw error;
    const language = currentLanguage();
    const meant = await confirm({
      title: say('resource.effectTitle'),
      text: effects.map((effect) => <p key={effect.en}>{textIn(effect, language)}</p>),
      okText: say('resource.effectOk'),
      danger: true,
    });
    return meant ? { answer: await post<T>(path, { ...params, confirmed: 1 }, { quiet: true }) } : null;
  }
}
