import { expect, it } from 'vitest';
import { told } from './told';

it('says what the server says in Chinese', () => {
  expect(told('node-2 is not heard', 'zh')).toBe('收不到 node-2 的消息');
  expect(told('it is over: node-2 is not heard', 'zh')).toBe('已结束：收不到 node-2 的消息');
  expect(told('all messages are held by 1 consumer; offset 87890 is the oldest', 'zh')).toBe(
    '所有消息都在 1 个消费者手中；最早的位点是 87890',
  );
});

it('says it of what a sentence quotes, too', () => {
  expect(told('at node-1 upkeep fails: x (and 2 more)', 'zh')).toBe('在 node-1：upkeep 失败：x（另有 2 项）');
  expect(told('at node-1 feige-upkeep-pair-1, saving a snapshot, fails: x', 'zh')).toBe(
    '在 node-1：feige-upkeep-pair-1, saving a snapshot 失败：x',
  );
  expect(told('at node-1 the replica of pair-1 does not answer', 'zh')).toBe('在 node-1：pair-1 的副本不回应');
  expect(told('FAILOVER, active n-1 (was nobody), epoch 2, in sync [n-1]; because x', 'zh')).toBe(
    '故障切换：活动节点 n-1（原为 无），纪元 2，同步 [n-1]；依据：x',
  );
});

it('leaves what it does not know as it is', () => {
  expect(told('nobody serves pair-1: something new', 'zh')).toBe('没有节点服务 pair-1：something new');
  expect(told('something new', 'zh')).toBeUndefined();
  expect(told('node-2 is not heard', 'en')).toBeUndefined();
});
