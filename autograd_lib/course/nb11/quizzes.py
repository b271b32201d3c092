"""The quizzes of notebook 11."""

from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz, Slip, right, wrong

second_layer = NumberQuiz(
    id="11.q1",
    question="How many parameters does a convolution from 16 channels to 32 have, with 3 × 3 filters and a bias each?",
    code="Conv2d(16, 32, 3)",
    answer=4640,
    why="Each of the 32 filters has 3 × 3 weights for each of the 16 channels, 144, and one bias: 32 · 145. The size "
    "of the images is not in it.",
    slips=[
        Slip(320, "That is 32 filters that look at one channel. A filter has 3 × 3 weights for *each* channel."),
        Slip(4608, "Those are the weights. Each of the 32 filters has a bias, too."),
        Slip(5120, "A filter has one bias, not one for each channel: its sum over all channels is one number."),
        Slip(4624, "There is a bias for each filter, 32, and none for the 16 channels that come in."),
        Slip(145, "That is one filter. There are 32 of them."),
    ],
    otherwise="Begin with one filter: it sees a window of 3 × 3 in each of the 16 channels.",
)

which_leaks = ChoiceQuiz(
    id="11.q2",
    question="Four people prepare the digits. In whose evaluation do the held-out images take part in the training?",
    choices=[
        wrong(
            "Ada divides every pixel by 16, and then splits.",
            "16 is known before any image is seen: it is how the pixels were counted. Nothing passes from one image to "
            "another.",
        ),
        right(
            "Ben subtracts the mean of all images, and then splits.",
            "The held-out images are in that mean, so every training image carries a little of them. Take the mean of "
            "the training images, and subtract it from both.",
        ),
        wrong(
            "Cem splits, and then pushes the training images by a pixel.",
            "All copies are of training images. That is how it should be done.",
        ),
        wrong(
            "Dia splits, and then trains for 40 epochs instead of 20.",
            "However often it looks at the training images, it sees no others. It would be another matter to choose "
            "the number of epochs by the held-out ones.",
        ),
    ],
)

moved_digit = ChoiceQuiz(
    id="11.q3",
    question="A digit is moved by one pixel to the right, with paper all around. What happens to the maps of the first "
    "convolution?",
    choices=[
        wrong(
            "Nothing: a convolution does not see where something is.",
            "It uses the same weights everywhere, and says *where* they fit: that is what a map is. Only pooling over "
            "all places would forget it.",
        ),
        wrong(
            "The numbers are different: each pixel has weights of its own.",
            "That is so in a dense layer. Here all places share nine weights.",
        ),
        right(
            "They have the same numbers, moved by one place.",
            "The same window is there, one place further, under the same weights. That is called equivariant.",
        ),
        wrong(
            "Only the largest number of each map is the same.",
            "That is a consequence: all numbers are there again, so the largest is, too.",
        ),
    ],
)

QUIZZES = (second_layer, which_leaks, moved_digit)
