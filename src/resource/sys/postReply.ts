import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { richText } from '#field/richText/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, signature } from '../common.ts';

/** A reply to a post. */
export const postReply = defineResource({
  name: 'postReply',
  area: 'sys',
  label: { zh: '留言回复', en: 'Post replies' },
  idName: 'postReplyId',
  title: 'postId',
  screen: '/SDNSysAdmin/SDNPostReply',
  fields: {
    postId: reference('留言', 'Post', 'post'),
    consumerId: consumerId(),
    content: richText('内容', 'Content'),
    authorName: optional(text('作者', 'Author', { readOnly: true, signedBy: 'authorId' })),
    authorId: signature('作者账号', 'Account of the author'),
    postedAt: optional(dateTime('回复时间', 'Posted', { readOnly: true })),
    remark: remark(),
  },
});
